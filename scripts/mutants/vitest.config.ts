import { relative } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import common from '../../vitest.config.ts'
import { inProject, root } from '../lib/project.mjs'
import { isMutated, mutate } from './mutate.ts'

// The tests' set-up runs in this process, where no mutant is active.
Object.assign(globalThis, { mutant: () => false })

const switchMutants: Plugin = {
  name: 'switch-mutants',
  enforce: 'pre',
  transform(code, id) {
    const file = relative(root, id)
    return isMutated(file) ? { code: mutate(file, code).code, map: null } : null
  },
}

/** Runs the test files in the order of TEST_FILES. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = process.env['TEST_FILES']?.split(',')
    if (!order) return super.sort(files)
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(root, moduleId))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

/** The unit and API tests, on code in which one mutant can be switched on (scripts/mutants.ts). */
export default defineConfig({
  root,
  plugins: [switchMutants],
  test: {
    ...common.test,
    setupFiles: [inProject('scripts/mutants/reach.ts'), ...(common.test?.setupFiles ?? [])],
    sequence: { sequencer: GivenOrder },
  },
})
