import { existsSync } from 'node:fs'

/** Where Debian 12 has what a cluster is made of: a file of each package. */
const wanted = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  haproxy: '/usr/sbin/haproxy',
  'swift-proxy': '/usr/bin/swift-proxy-server',
  'swift-account': '/usr/bin/swift-account-server',
  'swift-container': '/usr/bin/swift-container-server',
  'swift-object': '/usr/bin/swift-object-server',
  memcached: '/usr/bin/memcached',
  'python3-swift': '/usr/bin/swift-ring-builder',
} as const

export const programs = {
  etcd: wanted['etcd-server'],
  patroni: wanted.patroni,
  postgresql: '/usr/lib/postgresql/15/bin',
  haproxy: wanted.haproxy,
  memcached: wanted.memcached,
  ring: wanted['python3-swift'],
  swift: {
    proxy: wanted['swift-proxy'],
    account: wanted['swift-account'],
    container: wanted['swift-container'],
    object: wanted['swift-object'],
  },
} as const

/** What is missing on this machine and how to get it, in one sentence; null when a cluster can be brought up. */
export function findReasonNotToRun(isThere: (file: string) => boolean = existsSync): string | null {
  const missing = Object.entries(wanted).flatMap(([name, file]) => (isThere(file) ? [] : [name]))
  if (missing.length === 0) return null
  return `A cluster needs packages of Debian 12 that are missing here: ${missing.join(', ')}. As root: apt-get install --no-install-recommends ${missing.join(' ')}`
}
