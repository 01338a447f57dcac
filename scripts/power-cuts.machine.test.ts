// npm run test:faults: simulates power cuts of a server at random times, restarts it, and compares the data with the
// acknowledged requests. Needs root on Linux, to mount its own file system. CUTS is the number of cuts, by default 10.
import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reach } from '../bench/lib/own-server.ts'
import type { RecordView } from '../src/contract/record.ts'
import { chooseFreePort } from '../src/server/platform/database/embedded/cluster.ts'
import {
  createVerification,
  enter,
  type Person,
  register,
  type Served,
  submitWhole,
} from '../src/server/testing/people.ts'
import { launchServer, runScript } from '../src/server/testing/server-process.ts'
import { waitUntil } from './lib/wait-until.ts'

type Entry = { person: Person; verificationId?: string; isCompleted?: true }

const execute = promisify(execFile)
const cuts = Number(process.env['CUTS'] ?? 10)

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: after this call, no write reaches the disk or the journal. */
const shutDown =
  'my $flags = pack("L", 2); open(my $f, "<", shift) or die $!; ioctl($f, 0x8004587d, $flags) or die $!'

let [folder, image, disk, dataDir] = ['', '', '', '']
let environment: Record<string, string>
let served: Served
const ledger: Entry[] = []

beforeAll(async () => {
  const programs = ['mkfs.ext4', 'mount', 'umount', 'perl']
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || missing.length > 0)
    throw new Error(`It needs Linux, root, the right to mount a file system, and ${programs.join(', ')}.`)
  folder = await mkdtemp(join(tmpdir(), 'assent-faults-'))
  image = join(folder, 'disk.img')
  disk = join(folder, 'disk')
  dataDir = join(disk, 'data')
  await mkdir(disk)
  await writeFile(image, '')
  await truncate(image, 2 * 1024 ** 3)
  await execute('mkfs.ext4', ['-q', '-F', image])
  await mount()
  await mkdir(dataDir)
  // PostgreSQL runs as its own user, which needs access to these folders.
  for (const entered of [folder, disk, dataDir]) await chmod(entered, 0o755)
  const port = String(await chooseFreePort())
  environment = { DATA_DIR: dataDir, PORT: port, RATE_LIMITS: 'off', EMAIL_CODE: 'never' }
  served = reach(`http://127.0.0.1:${port}`, 30_000)
})

afterAll(async () => {
  await unmount()
  await rm(folder, { recursive: true, force: true })
})

it(`keeps everything that was acknowledged over ${cuts} power cuts`, async () => {
  for (let cut = 0; cut < cuts; cut += 1) await cutPower(cut === 0)
  const server = await launchServer(environment)
  await server.serving
  for (const entry of ledger) await expectKept(entry)
  await server.kill('SIGTERM')
  const check = await runScript('check-restore.ts', { DATA_DIR: dataDir })
  expect(check.code, check.stderr).toBe(0)
  const completed = ledger.filter(({ isCompleted }) => isCompleted).length
  console.log(`${cuts} power cuts: ${ledger.length} accounts, ${completed} completed verifications`)
})

/**
 * Starts the server, sends requests, and cuts the power within seconds. The first cut may interrupt the creation of the
 * installation.
 */
async function cutPower(isFirst: boolean): Promise<void> {
  const server = await launchServer(environment)
  let isOver = false
  const going = Array.from({ length: 3 }, async () => {
    while (!isOver) await completeOne().catch(() => wait(50))
  })
  if (!isFirst) await server.serving
  await wait(1000 + Math.random() * 6000)
  await execute('perl', ['-e', shutDown, disk])
  await server.kill('SIGKILL')
  isOver = true
  await unmount()
  await mount()
  await Promise.all(going)
}

/** Registers a creator and completes one verification. Each step is recorded as soon as it is acknowledged. */
async function completeOne(): Promise<void> {
  const entry: Entry = { person: await register(served) }
  ledger.push(entry)
  const { id } = await createVerification(served, entry.person, { type: 'person' })
  entry.verificationId = id
  const answer = await submitWhole(served, await enter(served, id))
  if (answer.status === 200) entry.isCompleted = true
}

/** Expects an acknowledged account, verification and submission, and the record of a submission. */
async function expectKept({ person, verificationId, isCompleted }: Entry): Promise<void> {
  const path = verificationId ? `/api/verifications/${verificationId}` : '/auth/v1/user'
  const answer = await served.app.request(path, person)
  expect(answer.status, `${path} is lost`).toBe(200)
  if (!isCompleted || !verificationId) return
  expect(await answer.json()).toMatchObject({ status: 'verified' })
  await waitUntil(`${verificationId} is sealed`, () => isSealed(person, verificationId), 60_000)
}

async function isSealed(person: Person, id: string): Promise<boolean> {
  const answer = await served.app.request(`/api/records/${id}`, person)
  const { record } = (await answer.json()) as RecordView
  return record !== null
}

function mount() {
  return execute('mount', ['-o', 'loop', image, disk])
}

async function unmount(): Promise<void> {
  await waitUntil(`${disk} is unmounted`, async () => {
    await endProcessesOnDisk()
    await execute('umount', [disk])
    return true
  })
}

/** Kills the processes of the database, whose working directory is on the disk. */
async function endProcessesOnDisk(): Promise<void> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const at = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (at.startsWith(`${disk}/`)) process.kill(Number(pid), 'SIGKILL')
  }
}
