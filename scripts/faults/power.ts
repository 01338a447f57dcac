import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readdir, readlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from this moment on nothing more reaches the disk, the journal neither. */
const shutDown =
  'my $flags = pack("L", 2); open(my $f, "<", shift) or die $!; ioctl($f, 0x8004587d, $flags) or die $!'

/** A file system of its own, whose power can be cut. */
export type Power = {
  folder: string
  /** Loses what was not brought to the disk, ends the processes on it, and mounts it again. */
  cut(): Promise<void>
  remove(): Promise<void>
}

/** Why power cannot be cut on this machine, in one sentence; null when it can. */
export function findReasonNotToCut(): string | null {
  if (process.platform !== 'linux') return 'power cuts need Linux'
  if (process.getuid?.() !== 0) return 'power cuts need root, who may mount a file system'
  const missing = ['mkfs.ext4', 'mount', 'umount', 'perl'].filter(
    (program) => spawnSync('which', [program]).status !== 0,
  )
  return missing.length > 0 ? `power cuts need ${missing.join(', ')}` : null
}

/** An ext4 in a file, mounted through a loop device. Throws where this machine does not let us. */
export async function createOwnFileSystem(folder: string): Promise<Power> {
  const image = join(folder, 'disk.img')
  const mounted = join(folder, 'disk')
  await mkdir(mounted, { recursive: true })
  await writeFile(image, '')
  await truncate(image, 2 * 1024 ** 3)
  await execute('mkfs.ext4', ['-q', '-F', image])
  const mount = () => execute('mount', ['-o', 'loop', image, mounted])
  await mount()
  const unmount = async () => {
    for (let tries = 0; ; tries += 1) {
      await endProcessesOn(mounted)
      const isOff = await execute('umount', [mounted]).then(
        () => true,
        () => false,
      )
      if (isOff) return
      if (tries > 100) throw new Error(`${mounted} cannot be unmounted`)
      await wait(100)
    }
  }
  return {
    folder: mounted,
    async cut() {
      await execute('perl', ['-e', shutDown, mounted])
      await unmount()
      await mount()
    },
    remove: unmount,
  }
}

/** The database's processes have their working directory on the disk; nobody else was started there. */
async function endProcessesOn(mounted: string): Promise<void> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const at = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (!at.startsWith(`${mounted}/`)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It went by itself.
    }
  }
}
