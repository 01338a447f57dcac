import { execFile } from 'node:child_process'

const script = new URL('../../../scripts/check-record.mjs', import.meta.url).pathname

/** Runs the checker that anybody may run, in the folder of the files. */
export function checkRecord(
  folder: string,
  ...args: string[]
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}
