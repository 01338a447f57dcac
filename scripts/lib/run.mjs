import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/**
 * Runs a program to its end in the project's folder and resolves to its exit code, 1 when a signal ended it. When this
 * process is asked to stop, the program is interrupted and waited for, so that nothing is left behind: test runners
 * tidy up on SIGINT only. `onOutput` gets the output of its pipes.
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
    // With pipes `close`, which comes after their last words.
    child.once(onOutput ? 'close' : 'exit', (code) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}

/** The same, with the output kept instead of shown. Resolves to it and the exit code. */
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
