// npm run test:faults [-- --cuts 10]: simulates power cuts of a server at random times, restarts it, and compares the
// data with the acknowledged requests. Needs root on Linux, to mount its own file system.
import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type { RecordView } from '../src/contract/record.ts'
import { chooseFreePort } from '../src/server/platform/database/embedded/cluster.ts'
import {
  createVerification,
  enter,
  type Person,
  register,
  submitWhole,
} from '../src/server/testing/people.ts'
import { launchServer } from '../src/server/testing/server-process.ts'
import { checkRestore } from './cluster/cluster.ts'
import { giveUp } from './lib/project.mjs'
import { reach, waitUntil } from './lib/served.ts'

/** The acknowledged requests of one creator. */
type Entry = { person: Person; verificationId?: string; isCompleted?: true }

const execute = promisify(execFile)

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: after this call, no write reaches the disk or the journal. */
const shutDown =
  'my $flags = pack("L", 2); open(my $f, "<", shift) or die $!; ioctl($f, 0x8004587d, $flags) or die $!'

const { values } = parseArgs({ options: { cuts: { type: 'string', default: '10' } } })
const missing = ['mkfs.ext4', 'mount', 'umount', 'perl'].filter(
  (program) => spawnSync('which', [program]).status !== 0,
)
if (process.platform !== 'linux' || process.getuid?.() !== 0 || missing.length > 0)
  giveUp(
    'This test needs Linux, root, the right to mount a file system, and mkfs.ext4, mount, umount and perl.',
  )

const folder = await mkdtemp(join(tmpdir(), 'assent-faults-'))
const image = join(folder, 'disk.img')
const disk = join(folder, 'disk')
const dataDir = join(disk, 'data')
await mkdir(disk)
await writeFile(image, '')
await truncate(image, 2 * 1024 ** 3)
await execute('mkfs.ext4', ['-q', '-F', image])
await mount()
await mkdir(dataDir)
// PostgreSQL runs as its own user, which needs access to these folders.
for (const entered of [folder, disk, dataDir]) await chmod(entered, 0o755)

const port = String(await chooseFreePort())
const environment = { DATA_DIR: dataDir, PORT: port, RATE_LIMITS: 'off', EMAIL_CODE: 'never' }
const served = reach(`http://127.0.0.1:${port}`, 30_000)
const ledger: Entry[] = []
const faults: string[] = []
try {
  for (let cut = 0; cut < Number(values.cuts); cut += 1) await cutPower(cut === 0)
  await audit()
} catch (error) {
  faults.push(error instanceof Error ? String(error.stack) : String(error))
} finally {
  await unmount()
  await rm(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(`FAULT ${fault}`)
console.log(faults.length === 0 ? 'All acknowledged requests were completed.' : `${faults.length} faults.`)
process.exit(faults.length === 0 ? 0 : 1)

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

/**
 * Starts the server once more, and checks that every account, verification and submission exists, every record is
 * sealed and every audit trail is sound.
 */
async function audit(): Promise<void> {
  const server = await launchServer(environment)
  await server.serving
  for (const { person, verificationId, isCompleted } of ledger) {
    const path = verificationId ? `/api/verifications/${verificationId}` : '/auth/v1/user'
    const answer = await served.app.request(path, person)
    const { status } = (await answer.json()) as { status?: string }
    if (answer.status !== 200 || (isCompleted && status !== 'verified'))
      faults.push(`acknowledged data is lost: ${path} answers ${answer.status}, ${status}`)
    else if (isCompleted && verificationId)
      await waitUntil(`${verificationId} is sealed`, () => isSealed(person, verificationId), 60_000)
  }
  await server.kill('SIGTERM')
  const check = checkRestore({ DATA_DIR: dataDir })
  if (check.status !== 0) faults.push(`trails, files or seals are faulty: ${check.stderr}`)
  const completed = ledger.filter(({ isCompleted }) => isCompleted).length
  console.log(`${values.cuts} power cuts: ${ledger.length} accounts, ${completed} completed verifications`)
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
