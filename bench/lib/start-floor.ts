import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A statement and its values, as the driver takes them. */
export type Statement = { text: string; values: readonly unknown[] }

/** Starts the floor server of `floor-server.ts`, a process of its own as ours is; to be stopped by who starts it. */
export async function startFloor(
  connectionString: string,
  statements: Record<string, Statement>,
  pages: Record<string, string> = {},
): Promise<{ base: string; pid: number; stop(): Promise<void> }> {
  const server = fork(join(import.meta.dirname, 'floor-server.ts'), {
    env: {
      ...process.env,
      FLOOR: JSON.stringify({ connectionString, statements, pages }),
    },
  })
  const [port] = (await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error('the floor server did not start'))),
  ])) as [number]
  return {
    base: `http://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async stop() {
      const exited = once(server, 'exit')
      server.kill()
      await exited
    },
  }
}
