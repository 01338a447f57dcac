import { mergeConfig } from 'vitest/config'
import common, { processTests } from './vitest.config.ts'

/** The tests that kill, freeze and starve whole processes: `npm run test:processes`. */
export default mergeConfig(
  { ...common, test: { ...common.test, include: [], exclude: [] } },
  {
    test: { include: [processTests], maxWorkers: 2 },
  },
)
