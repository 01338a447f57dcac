import { spawn } from 'node:child_process'
import { root } from './project.mjs'

/**
 * Runs a program to its end in the project's folder and resolves to its exit code, 1 when a signal ended it. When we are asked to stop, it
 * is interrupted and waited for, so that nothing is left behind: test runners tidy up on SIGINT only.
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    const passOn = () => {
      child.kill('SIGINT')
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
