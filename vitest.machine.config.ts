import { configDefaults, defineConfig } from 'vitest/config'
import common, { machineTests } from './vitest.config.ts'

/** `npm run test:faults`, `cluster:test` and `bench:hostile`: tests that take over the machine or a part of it. */
export default defineConfig({
  test: {
    ...common.test,
    include: machineTests,
    exclude: configDefaults.exclude,
    globalSetup: ['src/server/testing/built-server.ts'],
    setupFiles: [],
    disableConsoleIntercept: true,
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
})
