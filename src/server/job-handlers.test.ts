import { expect, it } from 'vitest'
import { makeJobLanes } from './job-handlers.ts'
import { connectionsPerProcess } from './platform/database/index.ts'
import { requestConnections } from './platform/database/open-database.ts'
import { countConnections } from './platform/jobs/index.ts'
import { testAppForFile } from './testing/test-app-for.ts'

const test = testAppForFile()

it('takes the number of connections that an operator is told, 20 at most, in three lanes (RUN-25)', () => {
  const lanes = makeJobLanes(test.platform)
  const listening = 1
  const living = 1
  const all = requestConnections + countConnections(lanes.length) + listening + living
  expect(all).toBe(connectionsPerProcess)
  expect(all).toBeLessThanOrEqual(20)
  expect(lanes.length).toBeLessThanOrEqual(3)
})

it('has no job in two lanes', () => {
  const tasks = makeJobLanes(test.platform).flatMap(({ handlers }) => Object.keys(handlers))
  expect(tasks).toEqual([...new Set(tasks)])
})
