import type { Config } from '@react-router/dev/config'
import { prerenderedPaths } from './src/contract/pages.ts'

export default {
  appDirectory: 'src/web',
  // scripts/build.mjs takes the finished pages from there.
  buildDirectory: `build/pages/${process.env['PAGES_LANGUAGE'] ?? 'en'}`,
  ssr: false,
  prerender: prerenderedPaths,
} satisfies Config
