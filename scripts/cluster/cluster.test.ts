import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfiguration } from '../../src/server/config.ts'
import { variables } from '../../src/server/config-variables.ts'
import {
  type Cluster,
  fillTemplate,
  findReasonNotToRun,
  getUser,
  makeCluster,
  startProcess,
  stopProcess,
} from './cluster.ts'
import { buildEnvironment } from './parts.ts'

let cluster: Cluster
beforeEach(async () => {
  cluster = await makeCluster(5500)
})
afterEach(() => rm(cluster.folder, { recursive: true }))

it('ends the processes that it started, even a suspended one (CLUSTER-3)', async () => {
  const sleeper = { name: 'sleeper', user: getUser('self'), command: 'sleep', arguments: ['600'] }
  await startProcess(cluster, sleeper)
  const child = cluster.running.get('sleeper')
  child?.kill('SIGSTOP')
  await stopProcess(cluster, 'sleeper')
  expect(child?.signalCode).toBe('SIGTERM')
  expect(cluster.running.size).toBe(0)
})

it('gives each Assent process known variables and a valid configuration (CLUSTER-1)', async () => {
  const environment = await buildEnvironment(cluster, 'b')
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(Object.keys(environment)))
  const { port, publicUrl, s3, drainMs, trustProxy } = readConfiguration(environment)
  expect({ port, publicUrl, drainMs, trustProxy, bucket: s3?.bucket }).toEqual({
    port: 5508,
    publicUrl: 'http://localhost:5500',
    drainMs: 4000,
    trustProxy: true,
    bucket: 'assent-documents',
  })
})

it('rejects a placeholder without a value, and a value without a placeholder (CLUSTER-1)', async () => {
  await expect(fillTemplate('assent.env', {})).rejects.toThrow('has no value')
  const everyName = { PORT: 1, USER: 'u', FOLDER: '/f' }
  expect(await fillTemplate('swift-account.conf', everyName)).toContain('bind_port = 1\n')
  await expect(fillTemplate('swift-account.conf', { ...everyName, MORE: 1 })).rejects.toThrow(
    'no placeholder for MORE',
  )
})

it('prints the missing packages and the command that installs them (CLUSTER-2)', () => {
  expect(findReasonNotToRun(() => true)).toBeNull()
  expect(findReasonNotToRun((file) => file !== '/usr/bin/patroni')).toBe(
    'The cluster needs these packages of Debian 12, which are missing: patroni. As root: apt-get install --no-install-recommends patroni',
  )
})
