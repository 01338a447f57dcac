import { readFileSync } from 'node:fs'

/**
 * Calls `stop` once the npm that runs this script is gone: whoever ends npm means the script too, even where npm cannot pass the signal on.
 * Does nothing when there is no npm.
 */
export function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  // npm puts a shell between itself and the script, which some shells replace by the script.
  const above = processOf(parent)
  const npm = above && !above.name.startsWith('npm') ? above.parentId : parent
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return
    clearInterval(timer)
    stop('SIGTERM')
  }, 500)
  timer.unref()
}

function isRunning(id) {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Name and parent by Linux's /proc/ID/stat: `ID (name) state parent ...`, where the name may hold brackets. */
function processOf(id) {
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
