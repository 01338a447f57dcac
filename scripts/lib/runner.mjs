import { readFileSync } from 'node:fs'
import { isAlive } from './build-lock.mjs'

/**
 * Calls `stop` once the program that runs this script through a shell, such as npm, has ended. The script then ends
 * together with it, even if the program can't forward signals.
 */
export function stopWithRunner(stop) {
  const parent = process.ppid
  // Some shells replace themselves with the script; then the parent is the runner.
  const above = findProcess(parent)
  const runner = above && !above.name.startsWith('npm') ? above.parentId : parent
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(String(runner))) return
    clearInterval(timer)
    stop('SIGTERM')
  }, 500)
  timer.unref()
}

/** Name and parent from Linux's /proc/ID/stat: `ID (name) state parent ...`. The name may contain brackets. */
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
