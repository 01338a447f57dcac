import type { Disk } from 'flydrive'
import type { DriverContract } from 'flydrive/types'

/** A file as a place lists it: `key` is its bucket and path. */
export type Listed = { key: string; byteCount: number }

/** What differs between a folder and an object store beyond reading and writing. */
export type Place = {
  driver: DriverContract
  /** Every file with its size, in no order. */
  list(): AsyncIterable<Listed>
  /** Resolves once a file that was put survives a power cut. */
  makeDurable(key: string): Promise<void>
  /** Resolves once a removal survives a power cut. */
  makeRemovalDurable(key: string): Promise<void>
  /** Whether reading failed because there is no such file. */
  isMissing(error: unknown): boolean
  /** Rejects when the place cannot be read and written. */
  check(disk: Disk): Promise<void>
}

/** What the disk or the server itself said, which flydrive wraps into an error of its own, and we again. */
export function getCause(error: unknown): { code?: unknown; name?: unknown } {
  if (!(error instanceof Error)) return {}
  return error.cause instanceof Error ? getCause(error.cause) : error
}
