import { configDefaults, defineConfig } from 'vitest/config'

/** They kill, freeze and starve whole installations, and took a sixth of the time of all tests: vitest.processes.config.ts. */
export const processTests = 'src/**/*.process.test.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'simulators/**/*.test.ts'],
    exclude: [...configDefaults.exclude, processTests],
    globalSetup: ['src/server/testing/test-database-server.ts'],
    setupFiles: ['src/server/testing/fail-on-console-error.ts', 'src/server/testing/failed-jobs.ts'],
    pool: 'forks',
    // Loading the server again for each file takes longer than many a test; no test replaces a module of another's.
    isolate: false,
    // One more than most machines have cores: the tests of whole processes mostly wait.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
