import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inProject } from './project.mjs'

/** Inherited by the scripts that a builder runs: they may enter its lock. */
const holderVariable = 'ASSENT_BUILD_HOLDER'

/**
 * Runs `work` while no other process installs or builds in this folder. The lock file contains a process id, so a
 * killed process loses its lock. The id is only valid on one machine: containers that share a folder can build at the
 * same time.
 */
export async function withBuildLock(work, file = inProject('build/lock')) {
  if (process.env[holderVariable] && findHolder(file) === process.env[holderVariable]) return work()
  mkdirSync(dirname(file), { recursive: true })
  let isPrinted = false
  while (!take(file)) {
    if (!isPrinted) console.log('Waiting for another process that is building here ...')
    isPrinted = true
    await wait(200)
  }
  const release = () => findHolder(file) === String(process.pid) && rmSync(file, { force: true })
  process.once('exit', release)
  process.env[holderVariable] = String(process.pid)
  try {
    return await work()
  } finally {
    delete process.env[holderVariable]
    process.off('exit', release)
    release()
  }
}

/**
 * Whether a process of this machine is running.
 * @param {string} pid the contents of a lock file, possibly invalid after a power cut
 */
export function isAlive(pid) {
  if (!/^[1-9]\d*$/.test(pid)) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function take(file) {
  // Links a complete file, because an empty lock file would mean that the lock is free.
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    const holder = findHolder(file)
    if (holder !== null && !isAlive(holder)) giveBackUnless(file, holder)
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Removes the lock file of a dead process, unless another process has already taken the lock. */
function giveBackUnless(file, dead) {
  const aside = `${file}.${process.pid}.aside`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (findHolder(aside) !== dead) linkSync(aside, file)
  rmSync(aside)
}

/** The contents of the lock file; null if it doesn't exist. */
function findHolder(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
