import { z } from 'zod'
import fieldMessages from '../words/en/field-messages.ts'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

/**
 * The specified message for an issue without a message in its schema (ERROR-5): 'Required', 'Expected X, received Y',
 * 'Invalid email', 'String must contain at least N character(s)'. Undefined keeps the library's message. Importing this
 * module applies it to every schema, on the server and in the browser.
 */
export function findDefaultWording(issue: Issue): string | undefined {
  const words = fieldMessages.standard
  switch (issue.code) {
    case 'invalid_value':
      return issue.input === undefined ? words.required : undefined
    case 'invalid_type':
      return issue.input === undefined
        ? words.required
        : words.unexpected({ expected: issue.expected, received: describeType(issue.input) })
    case 'invalid_format':
      return issue.format === 'email' ? words.email : undefined
    case 'too_small':
      return issue.origin === 'string' ? words.atLeast({ count: String(issue.minimum) }) : undefined
    case 'too_big':
      return issue.origin === 'string' ? words.atMost({ count: String(issue.maximum) }) : undefined
    default:
      return undefined
  }
}

// Libraries that use zod install their own messages globally when they are loaded, before or after this: those are
// ignored.
Object.defineProperty(z.config(), 'customError', {
  configurable: true,
  enumerable: true,
  get: () => findDefaultWording,
  set() {},
})

function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}
