import type { Logger } from '../platform/logging/index.ts'

/** Logs nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
