import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { StartupError } from '../../startup-error.ts'

const execute = promisify(execFile)

/** The operating system user that PostgreSQL runs as; null for the user of this process. */
export type PostgresUser = { uid: number; gid: number } | null

const userName = 'postgres'

/** PostgreSQL refuses to run as root. For root this returns the user `postgres`, created when missing. */
export async function preparePostgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return null
  const known = await lookUp()
  if (known) return known
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', userName]],
    ['adduser', ['--system', '--group', '--no-create-home', userName]],
  ]
  for (const [program, args] of attempts) {
    await execute(program, args).catch(() => {})
    const made = await lookUp()
    if (made) return made
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and the user ${userName} could not be created: create it with ` +
      `"useradd --system ${userName}", run as another user, or set DATABASE_URL.`,
  )
}

async function lookUp(): Promise<PostgresUser> {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', userName]), execute('id', ['-g', userName])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

/**
 * Runs a program to its end, as the given user, in a folder that everyone can enter and without this process's
 * environment. It reads `input`. Resolves to its exit code and its stderr. Processes that it leaves running don't keep a pipe of this
 * process open.
 */
export function runProgram(
  program: string,
  args: string[],
  user: PostgresUser,
  input = '',
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
      // Its own process group, so that a signal to this process, such as Ctrl-C at a terminal, doesn't interrupt it.
      detached: true,
      ...user,
    })
    // A program may end before it has read everything.
    child.stdin?.on('error', () => {}).end(input)
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      child.stderr?.destroy()
      resolve({ code, stderr: stderr.trim() })
    })
  })
}
