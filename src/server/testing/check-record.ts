import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readChecker } from '../records/checker.ts'

const ownFolder = mkdtempSync(join(tmpdir(), 'checker-'))
process.once('exit', () => rmSync(ownFolder, { recursive: true, force: true }))

export const checkerFile = join(ownFolder, 'check-record.mjs')
writeFileSync(checkerFile, await readChecker())

const takeAway = new URL('./take-away-after-node-18.mjs', import.meta.url).href

type CheckOutcome = { exitCode: number; output: string }

/** Runs the published checker in the folder of the files. */
export function checkRecord(folder: string, ...args: string[]): Promise<CheckOutcome> {
  return run(folder, [checkerFile, ...args])
}

/** The same, limited to the features of Node 18. */
export function checkRecordOnNode18(folder: string, ...args: string[]): Promise<CheckOutcome> {
  return run(folder, ['--import', takeAway, checkerFile, ...args])
}

function run(folder: string, args: string[]): Promise<CheckOutcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}
