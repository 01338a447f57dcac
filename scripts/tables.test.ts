import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { tables } from '../src/server/privacy/columns.ts'

const root = join(import.meta.dirname, '..')

type Rights = Map<string, { owner: string; readers: string[] }>
type Source = { path: string; text: string }

let rights: Rights
let sources: Source[]
beforeAll(async () => {
  rights = readPage(await readFile(join(root, 'docs/tables.md'), 'utf8'))
  const folder = join(root, 'src/server')
  const paths = (await readdir(folder, { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  )
  sources = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
  )
})

function readPage(page: string): Rights {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.map((row) => {
      const [table = '', , owner = '', readers = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      const named = [...readers.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name)
      return [table.replaceAll('`', ''), { owner: owner.replaceAll('`', ''), readers: named }]
    }),
  )
}

/** The feature of a file below src/server; for the platform, the part. */
function getOwner(path: string): string {
  const [feature = '', part = ''] = path.split('/')
  return feature === 'platform' ? `platform/${part}` : feature
}

const writing =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE|LOCK TABLE)\s+(?:ONLY\s+)?([a-z_.]+|\$\{)/g
const reading = /(?<!DELETE )\b(?:FROM|JOIN)\s+([a-z_.]+)/g
/** A table name that is passed to a statement. */
const handing = /sql`([a-z_.]+)`/g
/** `deleteSome` in this file gets the table from its callers, whose names are checked. */
const withCallersTable = 'platform/database/database.ts'

/** PostgreSQL's own tables, for the folder that runs it. */
const isCatalog = (name: string, folder: string) => name.startsWith('pg_') && folder === 'platform/database'

/** Lists how a file violates the page, each breach once. */
function findBreaches({ path, text }: Source): string[] {
  const folder = getOwner(path)
  const named = [...text.matchAll(handing)].flatMap(([, name = '']) => (rights.has(name) ? [name] : []))
  const written = [...text.matchAll(writing)].map(([, name = '']) => name)
  const read = [...text.matchAll(reading)].map(([, name = '']) => name)
  const breaches = [...written.filter((name) => name !== '${'), ...named].flatMap((name) => {
    const right = rights.get(name)
    if (right?.owner === folder || isCatalog(name, folder)) return []
    return [`${path} writes ${name}${right ? '' : ', which has no row in docs/tables.md'}`]
  })
  if (written.includes('${') && named.length === 0 && path !== withCallersTable)
    breaches.push(`${path} writes a table with an unknown name`)
  for (const name of read) {
    const right = rights.get(name)
    if (right && right.owner !== folder && !right.readers.includes(folder))
      breaches.push(`${path} reads ${name}`)
  }
  return [...new Set(breaches)]
}

it('allows only the owner of a table to write it, and only the listed readers to read it', () => {
  expect(sources.length).toBeGreaterThan(150)
  expect(sources.flatMap(findBreaches)).toEqual([])
})

it.each([
  ['plans/bad.ts', "sql`UPDATE verifications SET status = 'verified'`", 'plans/bad.ts writes verifications'],
  ['plans/bad.ts', 'sql`DELETE FROM mails`', 'plans/bad.ts writes mails'],
  [
    'plans/bad.ts',
    'sql`DELETE FROM pg_depend`',
    'plans/bad.ts writes pg_depend, which has no row in docs/tables.md',
  ],
  [
    'plans/bad.ts',
    'sql`INSERT INTO unheard (id) VALUES (1)`, sql`DELETE FROM unheard`',
    'plans/bad.ts writes unheard, which has no row in docs/tables.md',
  ],
  ['records/bad.ts', 'const table = sql`users`', 'records/bad.ts writes users'],
  [
    'records/bad.ts',
    `sql\`UPDATE \${table} SET id = 1\``,
    'records/bad.ts writes a table with an unknown name',
  ],
  ['platform/mail/bad.ts', 'sql`SELECT id FROM users`', 'platform/mail/bad.ts reads users'],
  ['feedback.ts', 'sql`SELECT 1 FROM user_feedback JOIN sessions USING (id)`', 'feedback.ts reads sessions'],
])('reports in %s: %s', (path, text, breach) => {
  expect(findBreaches({ path, text })).toEqual([breach])
})

/** Also matches a table with an alias and a column in a list in brackets. */
const statusChange =
  /UPDATE\s+(?:ONLY\s+)?verifications\b[^`]*?\bSET\b(?:(?!\bWHERE\b)[^`])*?\bstatus\b\s*(?:=|[,)])/g

it('changes the status of a verification in one statement only', () => {
  const changes = sources.flatMap(({ path, text }) => [...text.matchAll(statusChange)].map(() => path))
  expect(changes).toEqual(['verifications/store.ts'])
})

it.each([
  "UPDATE verifications SET status = 'verified'",
  "UPDATE verifications AS v SET closed_at = now(), status='verified'",
  "UPDATE verifications SET (closed_at, status) = (now(), 'verified') WHERE id = 1",
])('recognizes a change of the status: %s', (statement) => {
  expect(statement.match(statusChange)).toHaveLength(1)
})

it('lists exactly the tables whose columns are listed, and the two of the queue that the server uses', () => {
  const ofQueue = ['graphile_worker._private_jobs', 'graphile_worker._private_job_queues']
  expect([...rights.keys()].sort(), 'docs/tables.md has a row for each table').toEqual(
    [...Object.keys(tables), ...ofQueue].sort(),
  )
})

it('lists only readers that read the table', () => {
  const idle = [...rights].flatMap(([table, { readers }]) =>
    readers
      .filter((reader) => {
        const texts = sources.filter(({ path }) => getOwner(path) === reader).map(({ text }) => text)
        return !texts.some((text) => [...text.matchAll(reading)].some(([, name]) => name === table))
      })
      .map((reader) => `${reader}: ${table}`),
  )
  expect(idle).toEqual([])
})
