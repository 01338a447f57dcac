import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/**
 * Runs a program to its end in the project's folder and resolves to its exit code, 1 when a signal ended it. A signal that asks us to stop
 * is passed on to it first, so that nothing is left behind.
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    const passOn = (signal) => {
      child.kill(signal)
      child.once('exit', () => process.exit(1))
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, passOn)
    child.once('error', reject)
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}
