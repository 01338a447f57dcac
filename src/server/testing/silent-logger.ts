import type { Logger } from '../platform/logging/index.ts'

/** Says nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
