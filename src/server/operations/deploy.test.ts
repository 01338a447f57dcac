import { spawnSync } from 'node:child_process'
import { access, cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { serverMemory, serverProgram } from '../../../scripts/lib/server-program.mjs'
import { createApp } from '../app.ts'
import { variables } from '../config-variables.ts'
import { from } from '../testing/people.ts'
import { folderForTest } from '../testing/temporary-folder.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { createMetrics } from './routes.ts'

const folder = join(import.meta.dirname, '../../../deploy')
const read = (path: string) => readFile(join(folder, path), 'utf8')
const parsed = async (path: string) =>
  parseAllDocuments(await read(path)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })

/**
 * The names of metrics in a PromQL expression: everything that isn't a function, a keyword, or inside braces or quotes.
 */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/[a-z_:][a-z0-9_:]*\b(?!\s*\()/gi)].map(([name]) => name)
}

/** Every expression of the dashboard and of the alert rules. */
async function expressions(): Promise<string[]> {
  const dashboard = JSON.parse(await read('grafana/assent.json'))
  const [alerts] = await parsed('prometheus/alerts.yml')
  type Rule = { expr: string }
  return [
    ...dashboard.panels.flatMap(({ targets }: { targets: Rule[] }) => targets.map(({ expr }) => expr)),
    ...alerts.groups.flatMap(({ rules }: { rules: Rule[] }) => rules.map(({ expr }) => expr)),
  ]
}

async function findAlert(name: string): Promise<{ expr: string; for?: string } | undefined> {
  const [alerts] = await parsed('prometheus/alerts.yml')
  type Rule = { alert: string; expr: string; for?: string }
  return alerts.groups
    .flatMap(({ rules }: { rules: Rule[] }) => rules)
    .find(({ alert }: Rule) => alert === name)
}

describe('the folder deploy', () => {
  const test = testAppForFile()
  const printed = new Set<string>(['up'])
  beforeAll(async () => {
    const disk = { measureRoom: async () => ({ freeBytes: 1, totalBytes: 2 }) }
    const app = createApp(test.platform, {
      metrics: createMetrics({ process: true, disk, readLastBackup: async () => null }),
    })
    const answer = await app.request('/metrics', { headers: { host: 'localhost:3000' } }, from('127.0.0.1'))
    for (const [, name = '', type] of (await answer.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      const endings = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      for (const ending of endings) printed.add(name + ending)
    }
  })

  it('uses only metrics that /metrics prints (RUN-14)', async () => {
    const all = await expressions()
    expect(all.length).toBeGreaterThan(30)
    for (const expression of all) {
      const names = metricsIn(expression)
      expect(names).not.toEqual([])
      expect(
        names.filter((name) => !printed.has(name)),
        expression,
      ).toEqual([])
    }
    expect(metricsIn('sum by (le) (rate(no_such_metric{a="b"}[5m])) > 2')).toEqual(['no_such_metric'])
  })

  it.each([
    ['AssentRestarts', 'changes(process_start_time_seconds{job="assent"}[15m]) > 3', undefined],
    ['AssentClockApart', 'max by (instance) (abs(clock_ahead_seconds{})) > 2', '5m'],
    ['AssentBackupOld', 'abs(time() - max(backup_timestamp_seconds{})) > 2 * 86400', '1h'],
    [
      'AssentWalletCertificateEnds',
      'min by (credential) (wallet_certificate_end_timestamp_seconds{}) - time() < 30 * 86400',
      undefined,
    ],
    [
      'AssentWalletListOverdue',
      'min by (credential) (wallet_list_next_update_timestamp_seconds{}) < time()',
      undefined,
    ],
  ])('has the alert %s as specified (RUN-39, WALLET-16, WALLET-20)', async (name, expr, time) => {
    expect(await findAlert(name)).toMatchObject({ expr, ...(time ? { for: time } : {}) })
  })

  it('has an alert that fires on the first lost mail (MAIL-74)', async () => {
    const alert = await findAlert('AssentMailsLost')
    expect(alert?.expr).toBe('sum(max by (task, outcome) (mails_lost{})) > 0')
    expect(alert).not.toHaveProperty('for')
  })

  it('sets only variables that the server reads (RUN-14)', async () => {
    const [compose] = await parsed('compose/compose.yaml')
    const [settings] = await parsed('kubernetes/assent.yaml')
    const [environment = ''] = /^ENV .*$/m.exec(await read('Dockerfile')) ?? []
    const image = [...environment.matchAll(/ ([A-Z_]+)=/g)].map(([, name]) => name)
    const set = [...Object.keys(compose.services.assent.environment), ...Object.keys(settings.data), ...image]
    expect(set.filter((name) => !(String(name) in { ...variables, ...serverMemory }))).toEqual([])
    expect(set).toContain('NODE_ENV')
    expect(await read('systemd/assent.service')).toMatch(/^Environment=NODE_ENV=production$/m)
  })

  it('runs as an unprivileged user, on a read-only file system (RUN-14)', async () => {
    const [compose] = await parsed('compose/compose.yaml')
    expect(compose.services.assent).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(await read('Dockerfile')).toMatch(/^USER 10001:10001$/m)
    const { template } = (await parsed('kubernetes/assent.yaml')).find(
      ({ kind }) => kind === 'Deployment',
    ).spec
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
    expect(template.spec.containers[0].securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
  })

  it('hides the Git history of the source from the server, in a clone and in an image (RUN-48)', async () => {
    expect(await read('systemd/assent.service')).toMatch(/^InaccessiblePaths=-\/srv\/assent\/\.git$/m)
    expect((await read('Dockerfile.dockerignore')).split('\n')).toContain('.git')
    const [{ services }] = await parsed('compose/compose.yaml')
    expect(services.assent.volumes).toEqual(['data:/data', './secrets:/run/secrets:ro'])
  })

  it('probes paths that answer, and leaves time for a clean stop (RUN-14)', async () => {
    const documents = await parsed('kubernetes/assent.yaml')
    expect(documents.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
    ])
    const [{ data }, { spec }] = documents
    const [container] = spec.template.spec.containers
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect((await test.app.request(container[probe].httpGet.path)).status).toBe(200)
    }
    const { periodSeconds, failureThreshold } = container.readinessProbe
    const drainSeconds = Number(data.DRAIN_SECONDS)
    expect(drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold)
    // Ten seconds for requests in progress, thirty for jobs.
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 10 + 30)
  })

  it('starts programs that exist (RUN-14)', async () => {
    const unit = await read('systemd/assent.service')
    const image = await read('Dockerfile')
    const started = ['node_modules/.bin/node', ...serverProgram]
    expect(/^ExecStart=\/srv\/assent\/(.+)$/m.exec(unit)?.[1]?.split(' ')).toEqual(started)
    // The base image contains Node.
    expect(JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? 'null')).toEqual(['node', ...serverProgram])
    for (const [name, value] of Object.entries(serverMemory)) {
      expect(unit).toMatch(new RegExp(`^Environment=${name}=${value}$`, 'm'))
      expect(image).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'))
    }
    await access(join(folder, '..', 'node_modules/.bin/node'))
  })

  it('starts nothing without its settings: compose names the missing ones, and up.sh asks for them (RUN-14)', async () => {
    const compose = await read('compose/compose.yaml')
    const needed = [...compose.matchAll(/\$\{([A-Z_]+)(:\?)?\}/g)]
    expect(needed.filter(([, , mustBeSet]) => !mustBeSet)).toEqual([])
    const empty = folderForTest()
    await cp(join(folder, 'compose/up.sh'), join(empty, 'up.sh'))
    const { status, stderr } = spawnSync('sh', [join(empty, 'up.sh')], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, 'usage: sh deploy/compose/up.sh PUBLIC_URL SMTP_URL MAIL_FROM\n'])
    expect(await readdir(empty)).toEqual(['up.sh'])
    const written = [...(await read('compose/up.sh')).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(new Set(written)).toEqual(new Set(needed.map(([, name]) => name)))
  })

  it('states in the first lines of each file whether it was tested (RUN-14)', async () => {
    const paths = (await readdir(folder, { recursive: true })).filter(
      (path) => /Dockerfile$|\.(?:ya?ml|service)$/.test(path) && !path.startsWith('cluster/'),
    )
    expect(paths).toHaveLength(5)
    for (const path of paths)
      expect((await read(path)).split('\n').slice(0, 2).join(' '), path).toMatch(
        /^# .*(?:not tested|docs\/install\.md)/i,
      )
    expect(JSON.parse(await read('grafana/assent.json')).description).toContain('Not tested in Grafana')
  })
})
