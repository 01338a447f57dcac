import { isUuid } from '../http/uuid.ts'
import type { ListPosition } from './store.ts'

/** The opaque text that asks for what lies behind a verification in the list. */
export function cursorOf({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')
}

/** The position that a cursor stands for, null when it is none of ours. */
export function positionOf(cursor: string): ListPosition | null {
  const [instant = '', id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const createdAt = new Date(instant)
  return Number.isNaN(createdAt.getTime()) || !isUuid(id) ? null : { createdAt, id }
}
