import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { giveUp, inProject } from './project.mjs'
import { run } from './run.mjs'
import { syncPath, syncTree, writeDurably } from './write-durably.mjs'

/** The Node that everything runs on, whatever Node the machine has. */
export const node = inProject('node_modules/node/bin/node')
const wantedMajor = 'v24.'

/** There from the first to the last moment of an installation: whoever finds it does not believe node_modules. */
const unfinishedMark = inProject('.install-unfinished')

/** Makes node_modules what package-lock.json says, if it is not already. Afterwards `node` is a Node 24. */
export async function ensureInstalled() {
  if (!isInstalled()) {
    console.log('Installing packages (npm ci) ...')
    writeDurably(unfinishedMark, '')
    const npm = process.env.npm_execpath
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const code =
      npm && /\.[cm]?js$/.test(npm) ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
    if (code !== 0) giveUp('The packages could not be installed; npm says why above.')
    // npm leaves this to the operating system, and a power cut within the next half minute would leave files of zeros.
    syncTree(inProject('node_modules'))
    rmSync(unfinishedMark)
    syncPath(inProject('.'))
  }
  if (!isNode24()) {
    giveUp('Node 24 is missing from node_modules: run "npm ci" without --ignore-scripts, then start again.')
  }
}

/** Whether each package is there in the version that package-lock.json names. Optional ones may be missing: most are for other machines. */
function isInstalled() {
  const installedFile = inProject('node_modules/.package-lock.json')
  if (existsSync(unfinishedMark) || !existsSync(installedFile) || !isNode24()) return false
  const wanted = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '' || ((optional || devOptional) && !installed[path])) return true
    return installed[path]?.version === version
  })
}

function isNode24() {
  if (!existsSync(node)) return false
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(wantedMajor) ?? false
}
