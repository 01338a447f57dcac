export { createApiDescriptionRoutes } from './routes.ts'
