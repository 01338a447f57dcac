import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { answerQuestions, endWithParent } from '../platform/processes/messages.ts'

export type Asked = {
  to: 'answer' | 'answer later' | 'die' | 'fill' | 'hang' | 'keep busy' | 'keep memory' | 'break out'
}

const filled: Uint8Array[] = []

function tryTo(act: () => unknown): string {
  try {
    act()
    return 'done'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'refused'
  }
}

endWithParent()
await answerQuestions<Asked, object>(async ({ to }) => {
  if (to === 'die') process.exit(1)
  if (to === 'hang') return new Promise(() => {})
  if (to === 'keep busy') for (;;) process.pid
  // Longer than the process takes to look at its memory.
  if (to === 'answer later') await wait(500)
  if (to === 'keep memory') filled.push(new Uint8Array(400_000_000).fill(1))
  if (to === 'fill')
    return new Promise(() => {
      setInterval(() => filled.push(new Uint8Array(20_000_000).fill(1)), 1)
    })
  if (to === 'break out')
    return {
      head: {
        variables: Object.keys(process.env),
        write: tryTo(() => writeFileSync('/tmp/assent-broke-out', '')),
        start: tryTo(() => spawnSync('true')),
      },
    }
  return { head: { pid: process.pid } }
})
