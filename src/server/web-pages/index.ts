export { type Build, loadBuild } from './load-build.ts'
export { createWebPagesRoutes } from './routes.ts'
