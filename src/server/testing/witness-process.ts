import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseVerifierKey } from '../platform/notes/index.ts'
import type { Witness } from '../platform/platform.ts'

export const witnessScript = join(import.meta.dirname, '..', '..', '..', 'scripts', 'witness.mjs')

/** The witness program in its own process, with its memory in a folder. */
export type WitnessProcess = Witness & {
  folder: string
  /** Runs it a second time with the same memory to check a log once; returns its exit code and output. */
  watch(origin: string): Promise<{ exitCode: number; output: string }>
  close(): Promise<void>
}

/** Starts a witness of the logs with these keys, and resolves when it listens. */
export async function startWitness(...logs: string[]): Promise<WitnessProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'witness-'))
  const args = ['--name', 'witness.example/w1', '--data', folder, ...logs.flatMap((key) => ['--log', key])]
  const child: ChildProcess = spawn(process.execPath, [witnessScript, ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await new Promise<string>((resolve) => {
    let all = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      all += part
      if (all.includes('listens on')) resolve(all)
    })
    child.once('exit', () => resolve(all))
  })
  const url = /listens on (\S+)/.exec(output)?.[1]
  const verifierKey = /witness\.example\/w1 (\S+)/.exec(output)?.[1] ?? ''
  const key = parseVerifierKey(verifierKey)
  if (!url || !key) throw new Error(`the witness did not start: ${output}`)
  return {
    name: 'first',
    key,
    verifierKey,
    url,
    folder,
    watch: (origin) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [witnessScript, ...args, '--watch', origin, '--once'],
          (error, stdout, stderr) => {
            resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
          },
        )
      }),
    async close() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
