import { configDefaults, defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-for-tests.ts'

keepTemporaryFilesInMemory()

/** They take more than half of the time of all tests: vitest.slow.config.ts. */
export const slowTests = ['src/**/*.slow.test.ts', 'scripts/**/*.slow.test.ts']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'simulators/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slowTests],
    globalSetup: ['src/server/testing/test-database-server.ts'],
    setupFiles: ['src/server/testing/fail-on-console-error.ts', 'src/server/testing/failed-jobs.ts'],
    pool: 'forks',
    // Loading the server again for each file takes longer than many a test; no test replaces a module of another's.
    isolate: false,
    // One more than most machines have cores: the tests of whole processes mostly wait.
    maxWorkers: 3,
    // They end what hangs; no test may depend on how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
})
