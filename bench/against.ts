// npm run build, then npm run bench -- --against COMMIT: measures 50 completions at once with this project and with a
// checkout of that commit in turns, so that both meet the same machine. Exits with 1 if this project is slower.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/lib/project.mjs'
import { completions, measureBursts } from './lib/burst.ts'
import { computeMedian } from './lib/statistics.ts'

const turns = 3
/** The first one of each server, before its code is compiled, doesn't count. */
const bursts = 4

export async function measureAgainst(commit: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-against-'))
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  run(root, 'git', 'worktree', 'add', '--detach', folder, commit)
  try {
    run(folder, 'npm', 'ci', '--no-audit', '--no-fund')
    run(folder, 'npm', 'run', 'build')
    const rates: Record<'this' | 'that', number[]> = { this: [], that: [] }
    for (let turn = 0; turn < turns; turn += 1)
      for (const [side, place] of [['that', folder] as const, ['this', root] as const]) {
        const { perSecond } = await measureBursts(place, bursts)
        const rate = computeMedian(perSecond.slice(1))
        rates[side].push(rate)
        console.log(`turn ${turn + 1}, ${side === 'this' ? 'this project' : commit}: ${rate.toFixed(1)} /s`)
      }
    const ratio = computeMedian(rates.this) / computeMedian(rates.that)
    console.log(`${completions} completions at once, beside ${commit}: ${ratio.toFixed(2)}, bar 1.00`)
    if (ratio < 1) process.exitCode = 1
  } finally {
    run(root, 'git', 'worktree', 'remove', '--force', folder)
    await rm(folder, { recursive: true, force: true })
  }
}
