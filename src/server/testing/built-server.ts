import { buildWhatChanged } from '../../../scripts/lib/build-what-changed.mjs'

/** Builds the server that tests start as a process (server-process.ts), unless its build is current. */
export default function buildServer(): Promise<void> {
  return buildWhatChanged(['node'])
}
