import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/**
 * Runs a program in the project's folder and resolves to its exit code, or to 1 if a signal ended it. If this process
 * is asked to stop, it sends SIGINT to the program and waits for it, because test runners clean up only on SIGINT.
 * `onOutput` gets the output of its pipes.
 */
export function run(program, args, { onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    for (const pipe of [child.stdout, child.stderr]) pipe?.setEncoding('utf8').on('data', onOutput)
    const passOn = () => {
      child.kill('SIGINT')
      child.once('exit', () => process.exit(1))
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, passOn)
    child.once('error', reject)
    // With pipes, `close` is emitted after the last output.
    child.once(onOutput ? 'close' : 'exit', (code) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}

/** Like `run`, but collects the output instead of showing it. Resolves to the output and the exit code. */
export async function runQuietly(program, args) {
  let output = ''
  const code = await run(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => {
      output += text
    },
  })
  return { code, output }
}
