import type { Logger } from '../platform/logging/logger.ts'

/** Says nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
