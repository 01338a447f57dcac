import { type FormTree, findText, listTexts } from './form-body.ts'

export type Answer = { status: 200 | 400 | 401 | 404; body: unknown }

export const answerOk = (body: unknown): Answer => ({ status: 200, body })

export function refuseInvalid(message: string, param?: string): Answer {
  return {
    status: 400,
    body: { error: { type: 'invalid_request_error', message, ...(param ? { param } : {}) } },
  }
}

export function refuseMissing(kind: string, param: string): Answer {
  return {
    status: 404,
    body: {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}`, param },
    },
  }
}

/** One page of a list, as Stripe pages: by the id behind which it goes on. */
export function list<T extends { id: string }>(url: string, newestFirst: T[], query: FormTree): Answer {
  const limit = Math.min(100, Number(findText(query, 'limit') ?? 10))
  const cursor = findText(query, 'starting_after')
  const from = cursor ? newestFirst.findIndex(({ id }) => id === cursor) + 1 : 0
  const data = newestFirst.slice(from, from + limit)
  return answerOk({ object: 'list', url, data, has_more: from + limit < newestFirst.length })
}

/** Whether a caller asks for an object in the place of its id. */
export const doesExpand = (query: FormTree, name: string) =>
  Object.values(listTexts(query, 'expand')).includes(name)
