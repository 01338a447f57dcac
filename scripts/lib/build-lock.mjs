import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inProject } from './project.mjs'

/** Told to the scripts that who builds runs: they are part of that build. */
const holderVariable = 'ASSENT_BUILD_HOLDER'

/**
 * Runs `work` while no other process installs or builds in this folder. One that was killed holds it no longer. Which
 * process builds is in the file, and of this machine: containers that share a folder do not see each other.
 */
export async function withBuildLock(work, file = inProject('build/lock')) {
  if (process.env[holderVariable] && findHolder(file) === process.env[holderVariable]) return work()
  mkdirSync(dirname(file), { recursive: true })
  let isTold = false
  while (!take(file)) {
    if (!isTold) console.log('Another process builds here: waiting for it ...')
    isTold = true
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
 * Whether a process of this machine is alive, with any parent.
 * @param {string} pid as it was noted; false for what a power cut left in its place
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
  // Written with its contents at once: an empty file would say that the lock is free.
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

/** Removes the file of a dead process. If another process did that first and took the lock, the lock is theirs. */
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

/** Null when there is no such file. */
function findHolder(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
