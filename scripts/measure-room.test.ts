import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { measureRoomAt } from './lib/with-side.ts'

it('measures the room of a folder that a move is yet to make, however much above it is missing (MOVE-7)', async () => {
  const room = await measureRoomAt(join(tmpdir(), 'nowhere', 'data', 'files'))
  expect(room).toBeGreaterThan(0)
})
