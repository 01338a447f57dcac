import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderForTest } from '../../../testing/temporary-folder.ts'
import { StartupError } from '../../startup-error.ts'
import type { FolderPart } from './copy-cluster.ts'
import { writeUntrustedCluster } from './untrusted-cluster.ts'

it.each([
  'recovery.signal',
  'standby.signal',
  'tablespace_map',
  'pg_tblspc/16385',
  'pg_tblspc/16385/',
  'conf.d/',
  'conf.d/more.conf',
  'more.conf',
  'postmaster.pid',
  'global/pg_internal.init',
])('refuses %s in the database of a backup without proof (RESTORE-14)', async (name) => {
  const dataDir = folderForTest()
  const cluster = join(dataDir, 'cluster')
  async function* parts(): AsyncGenerator<FolderPart> {
    yield { name: 'PG_VERSION', bytes: Buffer.from('18\n') }
    for (const folder of ['global/', 'pg_tblspc/']) yield { name: folder, bytes: Buffer.alloc(0) }
    yield { name, bytes: Buffer.from('') }
  }
  const refused = await writeUntrustedCluster(parts(), { dataDir, cluster, user: null }).catch(
    (error) => error,
  )
  expect(refused).toBeInstanceOf(StartupError)
  expect(refused.message).toContain(`The backup has ${name}, which the product does not write`)
  expect((await readdir(cluster)).sort()).toEqual(['PG_VERSION', 'global', 'pg_tblspc'])
})
