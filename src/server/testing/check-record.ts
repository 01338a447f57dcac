import { execFile } from 'node:child_process'

const script = new URL('../../../scripts/check-record.mjs', import.meta.url).pathname

const takeAway = new URL('./take-away-after-node-18.mjs', import.meta.url).href

type Said = { exitCode: number; output: string }

/** Runs the checker that anybody may run, in the folder of the files. */
export function checkRecord(folder: string, ...args: string[]): Promise<Said> {
  return run(folder, [script, ...args])
}

/** The same with what Node 18 has and no more. */
export function checkRecordOnNode18(folder: string, ...args: string[]): Promise<Said> {
  return run(folder, ['--import', takeAway, script, ...args])
}

function run(folder: string, args: string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}
