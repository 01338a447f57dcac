import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readChecker } from '../records/checker.ts'

const ownFolder = mkdtempSync(join(tmpdir(), 'checker-'))
process.once('exit', () => rmSync(ownFolder, { recursive: true, force: true }))

const checkerFile = join(ownFolder, 'check-record.mjs')
writeFileSync(checkerFile, await readChecker())

const takeAway = new URL('./take-away-after-node-18.mjs', import.meta.url).href

type CheckOutcome = { exitCode: number; output: string }

/** Runs the published checker in the folder of the files. It answers in English, whatever this machine speaks. */
export function checkRecord(folder: string, ...args: string[]): Promise<CheckOutcome> {
  return run(folder, [checkerFile, ...args])
}

/** The same with the locale of an environment, such as `{ LANG: 'de_DE.UTF-8' }`. */
export function checkRecordAs(
  locale: Record<string, string>,
  folder: string,
  ...args: string[]
): Promise<CheckOutcome> {
  return run(folder, [checkerFile, ...args], locale)
}

/** The same, limited to the features of Node 18. */
export function checkRecordOnNode18(folder: string, ...args: string[]): Promise<CheckOutcome> {
  return run(folder, ['--import', takeAway, checkerFile, ...args])
}

function run(folder: string, args: string[], locale: Record<string, string> = {}): Promise<CheckOutcome> {
  const env = { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: '', ...locale }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}
