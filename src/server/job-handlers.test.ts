import { expect, it } from 'vitest'
import { makeJobLanes } from './job-handlers.ts'
import { connectionsPerProcess } from './platform/database/index.ts'
import { requestConnections } from './platform/database/open-database.ts'
import { countConnections } from './platform/jobs/index.ts'
import { testAppForFile } from './testing/test-app-for.ts'

const test = testAppForFile()

it('takes as many connections as whoever has none left for it is told (RUN-25)', () => {
  const listening = 1
  const living = 1
  const forJobs = countConnections(makeJobLanes(test.platform))
  expect(requestConnections + forJobs + listening + living).toBe(connectionsPerProcess)
})
