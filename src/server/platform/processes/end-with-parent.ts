import { Worker } from 'node:worker_threads'

const lookEveryMs = 500

/** A thread that ends this process when the one that started it is gone, also while a file keeps the thread of the process busy. */
export function endWithParent(): void {
  const parent = Number(process.argv[3])
  const program = `
    setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL') }, ${lookEveryMs})
  `
  new Worker(program, { eval: true }).unref()
}
