import { isBuilt } from '../../../scripts/lib/build-stamp.mjs'
import { node } from '../../../scripts/lib/install.mjs'
import { inProject } from '../../../scripts/lib/project.mjs'
import { run } from '../../../scripts/lib/run.mjs'

/** Builds the server that tests start as a process (server-process.ts), unless its build is current. */
export default async function buildServer(): Promise<void> {
  if (isBuilt('node')) return
  if ((await run(node, [inProject('scripts/build.mjs'), 'node'])) !== 0)
    throw new Error('The server can’t be built.')
}
