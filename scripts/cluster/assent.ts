import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { keepSecret } from '../../src/server/platform/secrets/kept-secret.ts'
import { makeSecret, secretFiles } from '../../src/server/secrets.ts'
import { node as nodeProgram } from '../lib/install.mjs'
import { inProject } from '../lib/project.mjs'
import { serverMemory, serverProgram } from '../lib/server-program.mjs'
import { fillTemplate } from './fill-template.ts'
import { type Cluster, getPort, type Node, nodes } from './layout.ts'
import { programs } from './packages.ts'
import { startProcess } from './processes.ts'
import { askStatus, waitUntil } from './until.ts'
import { getUser, makeFolderFor, writeFor } from './users.ts'

/** Three Assent processes and the balancer in front of them. */
export async function startAssent(cluster: Cluster): Promise<void> {
  for (const kind of ['signingKeys', 'documentKey', 'sealKey'] as const)
    await keepSecret(join(cluster.folder, 'keys'), secretFiles[kind], makeSecret[kind])
  for (const node of nodes) await startReplica(cluster, node)
  await startBalancer(cluster)
  for (const node of nodes) await waitUntilReady(cluster, node)
  await waitUntil(
    'the balancer answers',
    async () => (await askStatus(getPort(cluster, 'people'), '/readyz')) === 200,
  )
}

/** Resolves when one process says that it is ready. */
export function waitUntilReady(cluster: Cluster, node: Node): Promise<void> {
  return waitUntil(
    `assent-${node} is ready`,
    async () => (await askStatus(getPort(cluster, 'assent', node), '/readyz')) === 200,
  )
}

/** Starts one Assent process; it may not serve yet. */
export async function startReplica(cluster: Cluster, node: Node): Promise<void> {
  const user = getUser('self')
  const folder = join(cluster.folder, `assent-${node}`)
  const file = join(folder, 'assent.env')
  await writeFor(user, file, await fillTemplate('assent.env', buildValues(cluster, node)))
  await makeFolderFor(user, join(folder, 'data'))
  await startProcess(cluster, {
    name: `assent-${node}`,
    user,
    command: nodeProgram,
    arguments: serverProgram.map((word) => (word.startsWith('-') ? word : inProject(word))),
    environment: {
      NODE_COMPILE_CACHE: inProject('node_modules/.cache/compiled'),
      ...serverMemory,
      ...(await buildEnvironment(cluster, node)),
    },
  })
}

/** The variables of one process, as its file has them. */
export async function buildEnvironment(cluster: Cluster, node: Node): Promise<Record<string, string>> {
  const text = await fillTemplate('assent.env', buildValues(cluster, node))
  return { ...(parseEnv(text) as Record<string, string>), ...cluster.assent }
}

function buildValues(cluster: Cluster, node: Node) {
  return {
    PORT: getPort(cluster, 'assent', node),
    PUBLIC_PORT: getPort(cluster, 'people'),
    PRIMARY_PORT: getPort(cluster, 'primary'),
    STORE_PORT: getPort(cluster, 'store'),
    FOLDER: join(cluster.folder, `assent-${node}`, 'data'),
    KEYS: join(cluster.folder, 'keys'),
    SERVER_PASSWORD: cluster.passwords.server,
    OWNER_PASSWORD: cluster.passwords.owner,
    STORE_PASSWORD: cluster.passwords.store,
  }
}

/** What people get when no process answers, as the product says it itself, within the quotes of HAProxy. */
function makeProblem(status: number): string {
  const words = {
    type: 'about:blank',
    title: 'A short interruption',
    status,
    detail:
      'Please try again in a moment. If you were sending something, look first whether it is there: it may have arrived.',
    code: 'temporarily_unavailable',
  }
  return JSON.stringify(words).replaceAll('"', '\\"')
}

async function startBalancer(cluster: Cluster): Promise<void> {
  const user = getUser('haproxy')
  const file = join(cluster.folder, 'haproxy-web', 'haproxy.cfg')
  const servers = nodes.map((node) => `  server ${node} 127.0.0.1:${getPort(cluster, 'assent', node)}`)
  const values = {
    PUBLIC_PORT: getPort(cluster, 'people'),
    SERVERS: servers.join('\n'),
    PROBLEM_BROKEN: makeProblem(502),
    PROBLEM_NOBODY: makeProblem(503),
    PROBLEM_LATE: makeProblem(504),
  }
  await writeFor(user, file, await fillTemplate('haproxy-web.cfg', values))
  await startProcess(cluster, {
    name: 'haproxy-web',
    user,
    command: programs.haproxy,
    arguments: ['-db', '-f', file],
  })
}
