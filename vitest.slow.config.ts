import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import common, { slowTests } from './vitest.config.ts'

/** Files that mostly wait. Started last, as small files are, they would wait alone. */
const waiting = /(freeze-or-kill-a-process|stops-in-time|take-the-database-away)\.slow\.test\.ts$/

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isWaiting = (file: TestSpecification) => waiting.test(file.moduleId)
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))]
  }
}

/** `npm run test:slow`: tests with whole processes, OpenSSL and pdfsig, large tables, or hundreds of documents. */
export default defineConfig({
  test: {
    ...common.test,
    globalSetup: ['src/server/testing/built-server.ts', ...(common.test?.globalSetup ?? [])],
    include: slowTests,
    exclude: configDefaults.exclude,
    sequence: { sequencer: WaitingFirst },
  },
})
