import { configDefaults, defineConfig } from 'vitest/config'
import common, { slowTests } from './vitest.config.ts'

/** `npm run test:slow`: whole processes, OpenSSL and pdfsig, grown tables, documents by the hundred. */
export default defineConfig({
  test: { ...common.test, include: slowTests, exclude: configDefaults.exclude, maxWorkers: 2 },
})
