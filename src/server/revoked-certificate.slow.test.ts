import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordView } from '../contract/record.ts'
import { chooseFreePort } from './platform/database/embedded/cluster.ts'
import { issuedSealKey } from './platform/pdf/testing/issued-sealer.ts'
import { type LocalCa, startLocalCa } from './platform/pdf/testing/local-ca.ts'
import { register } from './testing/people.ts'
import { completeRecord } from './testing/records.ts'
import { type ServerProcess, startServer, stopLeftServer } from './testing/server-process.ts'
import { folderForFile } from './testing/temporary-folder.ts'

let ca: LocalCa
const dataDir = folderForFile()
let server: ServerProcess
let port: string
beforeAll(async () => {
  ca = await startLocalCa()
  port = String(await chooseFreePort())
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await stopLeftServer(dataDir)
  await ca.close()
})

const sealKeyFile = () => join(dataDir, 'seal-key-of-the-test.pem')

async function start(): Promise<void> {
  server = await startServer({
    DATA_DIR: dataDir,
    PORT: port,
    SEAL_KEY_FILE: sealKeyFile(),
    RATE_LIMITS: 'off',
    EMAIL_CODE: 'never',
  })
}

async function warning(): Promise<string | undefined> {
  return ((await (await server.served.app.request('/readyz')).json()) as { warning?: string }).warning
}

it('a revoked certificate is noticed at the start, and by the next process from the database (ARCHIVE-17)', async () => {
  await ca.issue('seal', 'sealing_ocsp')
  await ca.issue('next', 'sealing_ocsp')
  await ca.revoke('seal')
  await writeFile(sealKeyFile(), await issuedSealKey(ca, 'seal'))
  await start()
  await expect.poll(warning).toContain('was revoked by its authority')
  await server.kill('SIGKILL')

  ca.ocsp = 'hang'
  await start()
  expect(await warning()).toContain('was revoked by its authority')
  const ada = await register(server.served)
  const id = await completeRecord(server.served, ada)
  await server.kill('SIGKILL')

  ca.ocsp = 'honest'
  await writeFile(sealKeyFile(), await issuedSealKey(ca, 'next'))
  await start()
  const fetchRecord = async () =>
    ((await (await server.served.app.request(`/api/records/${id}`, ada)).json()) as RecordView).record
  await expect.poll(fetchRecord, { interval: 500 }).toMatchObject({ revision: 1 })
  expect(await warning()).toBeUndefined()
})
