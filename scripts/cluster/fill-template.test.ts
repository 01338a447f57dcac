import { expect, it } from 'vitest'
import { readConfiguration } from '../../src/server/config.ts'
import { variables } from '../../src/server/config-variables.ts'
import { buildEnvironment } from './assent.ts'
import { fillTemplate } from './fill-template.ts'
import type { Cluster } from './layout.ts'

const passwords = { superuser: 'a', replication: 'b', rewind: 'c', owner: 'd', server: 'e', store: 'f' }
const cluster: Cluster = { folder: '/tmp/cluster', firstPort: 5500, passwords, assent: {} }

it('gives each Assent process variables that it knows and a configuration that it takes (CLUSTER-1)', async () => {
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

it('refuses a name without a value, and a value without a place (CLUSTER-1)', async () => {
  await expect(fillTemplate('assent.env', {})).rejects.toThrow('which has no value')
  const everyName = { PORT: 1, USER: 'u', FOLDER: '/f' }
  expect(await fillTemplate('swift-account.conf', everyName)).toContain('bind_port = 1\n')
  await expect(fillTemplate('swift-account.conf', { ...everyName, MORE: 1 })).rejects.toThrow(
    'no place for MORE',
  )
})
