import type { Logger } from '../platform/logging/index.ts'

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
