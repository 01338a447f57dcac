import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

/** Who runs a process. */
export type User = { name: string; uid: number; gid: number }

/** The user that an engine's package made for it, where we may become it; otherwise whoever we are. */
export function getUser(name: 'etcd' | 'postgres' | 'haproxy' | 'memcache' | 'swift' | 'self'): User {
  const { username, uid, gid } = userInfo()
  if (uid !== 0 || name === 'self') return { name: username, uid, gid }
  const [, , id, group] = spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout.split(':')
  if (!id || !group) throw new Error(`there is no user ${name}`)
  return { name, uid: Number(id), gid: Number(group) }
}

/** Makes a folder that is for one user alone. */
export async function makeFolderFor({ uid, gid }: User, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chown(folder, uid, gid)
  await chmod(folder, 0o700)
}

/** Writes a file that one user alone can read, in a folder of theirs. */
export async function writeFor(user: User, file: string, text: string): Promise<void> {
  await makeFolderFor(user, dirname(file))
  await writeFile(file, text, { mode: 0o600 })
  await chown(file, user.uid, user.gid)
}
