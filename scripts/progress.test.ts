import { expect, it } from 'vitest'
import { createProgress } from './lib/progress.ts'

/** What is written when 100 are done in steps of 10, each a second long. */
function written(isTTY: boolean): string[] {
  const texts: string[] = []
  let now = 0
  const progress = createProgress({ isTTY, write: (text) => texts.push(text) }, String, () => now)
  progress.start('rows', 200, 100)
  for (let step = 0; step < 10; step += 1) {
    now += 1000
    progress.add(10)
  }
  progress.end()
  return texts
}

it('renews one line of a terminal, and writes a line into a log every five seconds (MOVE-12)', () => {
  expect(written(true)).toHaveLength(11)
  expect(written(true)[0]).toBe('\r\x1b[2Krows: 110 of 200 (55 %), 10 a second')
  expect(written(true).filter((text) => text.endsWith('\n'))).toHaveLength(1)
  expect(written(false)).toEqual([
    'rows: 150 of 200 (75 %), 10 a second\n',
    'rows: 200 of 200 (100 %), 10 a second\n',
    'rows: 200 of 200 (100 %), 10 a second\n',
  ])
})
