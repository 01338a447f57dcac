// npm run build, then npm run bench:private-no: tests whether response times distinguish a private no from a link that
// was opened and ignored. Compares 200 answers of each, in pairs, by ranks (Mann-Whitney). Exits with 1 if they do.
import { withConnection } from '../scripts/lib/with-database.ts'
import { findRunningDatabase } from '../src/server/platform/database/embedded/embedded-database.ts'
import {
  enter,
  invite,
  postJson,
  readingIn,
  registerPaying,
  type Served,
} from '../src/server/testing/people.ts'
import { onOwnServer, reach } from './lib/own-server.ts'
import { compareRanks, computeMedian } from './lib/statistics.ts'

const rounds = 200
const leastP = 0.01

type Call = (id: string) => Response | Promise<Response>

async function time(call: Call, id: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await call(id)
  await answer.arrayBuffer()
  return performance.now() - startedAt
}

/** Measures in pairs with alternating order, so that other load on the machine affects both equally. */
async function compare(
  name: string,
  call: Call,
  ids: { ignored: string; refused: string },
): Promise<boolean> {
  const ignored: number[] = []
  const refused: number[] = []
  for (let round = -20; round < rounds; round += 1) {
    const first = round % 2 === 0
    const one = await time(call, first ? ids.ignored : ids.refused)
    const other = await time(call, first ? ids.refused : ids.ignored)
    if (round < 0) continue
    ignored.push(first ? one : other)
    refused.push(first ? other : one)
  }
  const p = compareRanks(ignored, refused)
  const medians = [ignored, refused].map((times) => computeMedian(times).toFixed(2))
  console.log(`${name}: ignored ${medians[0]} ms, refused ${medians[1]} ms, p = ${p.toFixed(3)}`)
  return p > leastP
}

await onOwnServer(
  async (base, dataDir) => {
    const connectionString = (await findRunningDatabase(dataDir))?.ownerConnectionString
    if (!connectionString) throw new Error('the database of the server does not answer')
    await withConnection(connectionString, async (database) => {
      const served: Served & { database: typeof database } = { ...reach(base), database }
      const ada = await registerPaying(served, 'enterprise')
      const [ignoring, refusing] = [await invite(served, ada), await invite(served, ada)]
      // Their language is stored, and deleted by the private no.
      const german = readingIn(served, 'de')
      for (const by of [ignoring, refusing])
        await german.app.request(`/api/public/verifications/${by.verificationId}/form`, by)
      const path = `/api/public/verifications/${refusing.verificationId}/private-no`
      const answer = await postJson(german, path, {}, refusing.headers)
      if (answer.status !== 204) throw new Error(`a private no was answered with ${answer.status}`)
      const ids = { ignored: ignoring.verificationId, refused: refusing.verificationId }
      const passes = new Map<string, { headers: Record<string, string> }>()
      for (const id of Object.values(ids)) passes.set(id, await enter(served, id))
      const calls: Record<string, Call> = {
        'the request, for its creator': (id) => served.app.request(`/api/verifications/${id}`, ada),
        'inviting again': (id) => postJson(served, `/api/verifications/${id}/invitation`, {}, ada.headers),
        'the link, for everyone': (id) => served.app.request(`/api/public/verifications/${id}`),
        'the form, by the address alone': (id) =>
          served.app.request(`/api/public/verifications/${id}/form`, passes.get(id) ?? {}),
      }
      for (const [name, call] of Object.entries(calls))
        if (!(await compare(name, call, ids))) process.exitCode = 1
    })
  },
  { rateLimits: 'off' },
)
