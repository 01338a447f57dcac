import { isDeepStrictEqual } from 'node:util'
import type { Hono } from 'hono'
import { type Endpoint, type EndpointName, endpoints, listProblems } from '../../contract/endpoints.ts'
import { problemSchema } from '../../contract/problem.ts'
import type { AppEnv } from '../http/app-env.ts'

const patterns = (Object.keys(endpoints) as EndpointName[]).map((name) => {
  const [method, path = ''] = name.split(' ')
  return { name, method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }
})

/**
 * Checks every answer of an app against the table of endpoints from now on: a call whose answer isn't in the table
 * rejects. `seen` gets each outcome: `done`, or the code of a problem.
 */
export function holdToTable(app: Hono<AppEnv>, seen = (_name: EndpointName, _outcome: string) => {}): void {
  const { fetch } = app
  app.fetch = async (request, ...given) => {
    const answer = await fetch(request, ...given)
    const { pathname } = new URL(request.url)
    const called = patterns.find(({ method, path }) => method === request.method && path.test(pathname))
    if (called) seen(called.name, await describeOutcome(called.name, answer))
    return answer
  }
}

async function describeOutcome(name: EndpointName, answer: Response): Promise<string> {
  const endpoint: Endpoint = endpoints[name]
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const fail = (what: unknown) =>
    new Error(`${name} answers ${answer.status}, which its table does not say: ${what}`)
  if (answer.status === endpoint.status && endpoint.media) {
    if (!endpoint.media.includes(type)) throw fail(type)
    return 'done'
  }
  const text = await answer.clone().text()
  if (answer.status !== endpoint.status) {
    const problem = problemSchema.safeParse(JSON.parse(text)).data
    const isListed =
      type === 'application/problem+json' &&
      problem?.status === answer.status &&
      listProblems(name).includes(problem.code)
    if (!isListed) throw fail(text)
    return problem.code
  }
  if (endpoint.answer) {
    const told = JSON.parse(text)
    const read = endpoint.answer.safeParse(told)
    // The schema drops unknown members, so the comparison finds them.
    if (type !== 'application/json' || !isDeepStrictEqual(read.data, told)) throw fail(text)
  } else if (text !== '') throw fail(text)
  return 'done'
}
