import { configDefaults, defineConfig } from 'vitest/config'
import common, { machineTests } from './vitest.config.ts'

/** `npm run test:faults` and `npm run cluster:test`: tests that need root, and take over a part of the machine. */
export default defineConfig({
  test: {
    ...common.test,
    include: machineTests,
    exclude: configDefaults.exclude,
    globalSetup: [],
    setupFiles: [],
    disableConsoleIntercept: true,
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
})
