import { configDefaults, defineConfig } from 'vitest/config'
import common, { slowTests } from './vitest.config.ts'

/** `npm run test:slow`: tests with whole processes, OpenSSL and pdfsig, large tables, or hundreds of documents. */
export default defineConfig({
  test: { ...common.test, include: slowTests, exclude: configDefaults.exclude },
})
