export { apiDescriptionRoutes } from './routes.ts'
