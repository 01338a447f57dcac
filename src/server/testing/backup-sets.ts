import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach } from 'vitest'
import { createEncrypter } from '../platform/backups/age.ts'
import { addBackup } from '../platform/backups/backup-set.ts'
import { proveBackup, restoreBackup } from '../platform/backups/restore-backup.ts'
import type { FolderPart } from '../platform/database/embedded/copy-cluster.ts'
import { type AppliedMigration, refuseForeignSchema } from '../platform/database/migrate.ts'
import { createMacs, generateSigningKeys, type SigningKeys } from '../platform/keys/index.ts'
import { ManualClock } from './manual-clock.ts'
import { folderForTest } from './temporary-folder.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

export const dayMs = 86_400_000

export const identity = await generateX25519Identity()
export const recipient = await identityToRecipient(identity)

/** The data files of a database that no PostgreSQL opens. */
export async function* readCluster(): AsyncGenerator<FolderPart> {
  yield { name: 'PG_VERSION', bytes: Buffer.from('18\n') }
  yield { name: 'pg_notify/', bytes: Buffer.alloc(0) }
  yield { name: 'base/', bytes: Buffer.alloc(0) }
  yield { name: 'base/1', bytes: Buffer.from('rows'.repeat(50_000)) }
}

export const list = async (folder: string) => (await readdir(folder)).sort()

export async function flipByte(file: string, at: (size: number) => number = (size) => size >> 1) {
  const bytes = await readFile(file)
  const index = at(bytes.length)
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
  await writeFile(file, bytes)
}

/** For each test: an installation with stored files in `files`, a set in `set`, and a DATA_DIR in `restored`. */
export function backupSetForEach() {
  const clock = new ManualClock(new Date())
  const state = {
    clock,
    set: '',
    files: '',
    restored: '',
    landed: [] as AppliedMigration[],
    keys: {} as SigningKeys,
    backUp: (parts: () => AsyncIterable<FolderPart> = readCluster) =>
      addBackup({
        folder: state.set,
        encrypter: createEncrypter(recipient),
        macs: createMacs(state.keys),
        days: 30,
        now: clock.now(),
        files: state.files,
        migrations: state.landed,
        readCluster: parts,
      }),
    async store(path: string, text = path): Promise<void> {
      await mkdir(dirname(join(state.files, path)), { recursive: true })
      await writeFile(join(state.files, path), text)
    },
    async restore(
      backup: string,
      {
        withoutDamaged = false,
        refuseSchema,
      }: { withoutDamaged?: boolean; refuseSchema?: () => Promise<void> } = {},
    ) {
      const decrypter = new Decrypter()
      decrypter.addIdentity(identity)
      await mkdir(state.restored, { recursive: true })
      return restoreBackup({
        backup,
        proof: await proveBackup(backup, createMacs(state.keys)),
        decrypter,
        dataDir: state.restored,
        user: null,
        withoutDamaged,
        refuseSchema: refuseSchema ?? ((migrations) => refuseForeignSchema(migrationsFolder, migrations)),
      })
    },
    listBackups: async () => (await list(state.set)).filter((name) => name.endsWith('.age')),
    listKept: () => list(join(state.set, 'files')),
    async readKept() {
      const names = await state.listKept()
      const kept = await Promise.all(names.map((name) => readFile(join(state.set, 'files', name), 'base64')))
      return Object.fromEntries(names.map((name, n) => [name, kept[n]]))
    },
    readRestored: (path: string) => readFile(join(state.restored, path), 'utf8'),
  }
  beforeEach(async () => {
    clock.set(new Date('2026-03-11T03:52:00.000Z'))
    const folder = folderForTest()
    Object.assign(state, {
      set: join(folder, 'set'),
      files: join(folder, 'data', 'files'),
      restored: join(folder, 'restored'),
      landed: [],
      keys: await generateSigningKeys(),
    })
  })
  return state
}
