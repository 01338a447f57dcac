import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { choosePostgres, placeBinaries } from '../platform/database/embedded/binaries.ts'
import { preparePostgresUser, runProgram } from '../platform/database/embedded/operating-system-user.ts'
import { findPostmaster } from '../platform/database/embedded/postmaster.ts'

/** Restarts the PostgreSQL below a DATA_DIR as its administrator would; resolves when it accepts connections again. */
export async function restartDatabase(dataDir: string, mode: 'fast' | 'immediate'): Promise<void> {
  const user = await preparePostgresUser()
  const place = await realpath(join(dataDir, 'postgres', 'cluster'))
  const { pgCtl } = await placeBinaries(await choosePostgres(place), user)
  const args = ['restart', '--wait', '--timeout=60', `--mode=${mode}`, `--pgdata=${place}`]
  const { code, stderr } = await runProgram(
    pgCtl,
    [...args, `--log=${join(place, '..', 'server.log')}`],
    user,
  )
  // The server's own start may have come first.
  if (code !== 0 && !(await findPostmaster(place)))
    throw new Error(`pg_ctl restart ended with ${code}: ${stderr}`)
}
