export { type Build, loadBuild } from './load-build.ts'
export { webPagesRoutes } from './routes.ts'
