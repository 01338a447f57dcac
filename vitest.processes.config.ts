import { configDefaults, defineConfig } from 'vitest/config'
import common, { processTests } from './vitest.config.ts'

/** The tests that kill, freeze and starve whole processes: `npm run test:processes`. */
export default defineConfig({
  test: { ...common.test, include: [processTests], exclude: configDefaults.exclude, maxWorkers: 2 },
})
