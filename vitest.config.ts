import { configDefaults, defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-for-tests.ts'

keepTemporaryFilesInMemory()

/** The tests of vitest.slow.config.ts. They take more than half of the time of all tests. */
export const slowTests = ['src/**/*.slow.test.ts', 'scripts/**/*.slow.test.ts']

/** The tests of vitest.machine.config.ts. */
export const machineTests = ['scripts/**/*.machine.test.ts', 'bench/**/*.machine.test.ts']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'simulators/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slowTests, ...machineTests],
    globalSetup: ['src/server/testing/test-database-server.ts'],
    setupFiles: [
      'src/server/testing/unfinished-imports.ts',
      'src/server/testing/fail-on-console-error.ts',
      'src/server/testing/failed-jobs.ts',
    ],
    pool: 'forks',
    // Loading the server for each file would take longer than many tests. No test mocks a module of another test.
    isolate: false,
    // One more than most machines have cores, because tests of whole processes mostly wait.
    maxWorkers: 3,
    // These timeouts only end hanging tests: no test may fail because the machine is busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
})
