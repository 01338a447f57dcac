import { type FormTree, textAt, textsAt } from './form-body.ts'

export type Answer = { status: 200 | 400 | 401 | 404; body: unknown }

export const ok = (body: unknown): Answer => ({ status: 200, body })

export function invalid(message: string, param?: string): Answer {
  return {
    status: 400,
    body: { error: { type: 'invalid_request_error', message, ...(param ? { param } : {}) } },
  }
}

export function missing(kind: string, param: string): Answer {
  return {
    status: 404,
    body: {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}`, param },
    },
  }
}

/** One page of a list, as Stripe pages: by the id behind which it goes on. */
export function list<T extends { id: string }>(url: string, newestFirst: T[], query: FormTree): Answer {
  const limit = Math.min(100, Number(textAt(query, 'limit') ?? 10))
  const cursor = textAt(query, 'starting_after')
  const from = cursor ? newestFirst.findIndex(({ id }) => id === cursor) + 1 : 0
  const data = newestFirst.slice(from, from + limit)
  return ok({ object: 'list', url, data, has_more: from + limit < newestFirst.length })
}

/** Whether a caller asks for an object in the place of its id. */
export const expands = (query: FormTree, name: string) =>
  Object.values(textsAt(query, 'expand')).includes(name)
