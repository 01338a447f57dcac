import { isCanonicalId } from '../../domain/id.ts'
import type { ListPosition } from './list-store.ts'

/** The opaque text that asks for what lies behind a verification in the list. */
export function toCursor({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')
}

/** As `toISOString` writes the years 1 to 9999; others it writes with a sign, and PostgreSQL not at all. */
const fourDigitYear = /^(?!0000)\d{4}-/

/** The position that a cursor stands for, null when it is none of ours. */
export function parseCursor(cursor: string): ListPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [instant = '', id = ''] = text.split(' ')
  const createdAt = new Date(instant)
  if (Number.isNaN(createdAt.getTime()) || !fourDigitYear.test(instant) || !isCanonicalId(id)) return null
  return toCursor({ createdAt, id }) === cursor ? { createdAt, id } : null
}
