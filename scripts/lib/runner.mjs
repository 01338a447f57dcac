import { readFileSync } from 'node:fs'
import { isAlive } from './build-lock.mjs'

/**
 * Calls `stop` once the program that runs this script through a shell, such as npm, is gone: ending it means ending the
 * script too, even where it cannot pass the signal on.
 */
export function stopWithRunner(stop) {
  const parent = process.ppid
  // Some shells put the script in their own place; then the runner is the parent itself.
  const above = findProcess(parent)
  const runner = above && !above.name.startsWith('npm') ? above.parentId : parent
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(String(runner))) return
    clearInterval(timer)
    stop('SIGTERM')
  }, 500)
  timer.unref()
}

/** Name and parent by Linux's /proc/ID/stat: `ID (name) state parent ...`, where the name may hold brackets. */
function findProcess(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      parentId: Number(text.slice(end + 2).split(' ')[1]),
    }
  } catch {
    return null
  }
}
