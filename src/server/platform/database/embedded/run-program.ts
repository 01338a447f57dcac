import { spawn } from 'node:child_process'
import type { PostgresUser } from './operating-system-user.ts'

/**
 * Runs a program to its end, as the given user, in a folder that everybody can enter and with nothing of our environment.
 * Resolves to its exit code and what it printed to stderr. What it leaves running keeps none of our pipes open.
 */
export function runProgram(
  program: string,
  args: string[],
  user: PostgresUser,
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: what tells ours to stop, as a terminal does, does not break it off half done.
      detached: true,
      ...user,
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      child.stderr.destroy()
      resolve({ code, stderr: stderr.trim() })
    })
  })
}
