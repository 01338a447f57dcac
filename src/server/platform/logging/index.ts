import { AsyncLocalStorage } from 'node:async_hooks'
import { fstatSync, constants as modes, openSync, writeSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'

/**
 * Structured log lines. Fields never hold tokens, passwords, names, email addresses or file contents: log ids, codes
 * and counts.
 */
export type Logger = {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/**
 * Fields that would identify a person if they were logged by mistake, at the top level of a line or one level below.
 */
const privateFields = new Set([
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
  'email',
  'to',
  'name',
  'fullName',
  'phone',
  'address',
  'dateOfBirth',
  'signature',
  'body',
  'query',
])

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Writes JSON lines, one per call, to `destination`, by default to stdout through `gatherLines`. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redactPrivate(fields) },
    },
    destination ?? gatherLines(),
  )
}

/** Written by hand, because pino's own redaction takes a tenth of a fast request, mostly for the second level. */
function redactPrivate(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let hidden = fields
  for (const [name, value] of Object.entries(fields)) {
    const shown = privateFields.has(name)
      ? '[private]'
      : depth === 0 && isPlain(value)
        ? redactPrivate(value, 1)
        : value
    if (shown === value) continue
    if (hidden === fields) hidden = { ...fields }
    hidden[name] = shown
  }
  return hidden
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

/** The longest time that a line waits for others, so that a busy server writes lines in batches. */
const gatheredMs = 50

/** A larger batch is written without waiting. */
const gatheredBytes = 8 * 1024

/** Limit for the bytes that wait for a slow reader; further lines are dropped. */
const maxBufferedBytes = 1024 * 1024

const nothing: Buffer = Buffer.alloc(0)

const warn = pino.levels.values['warn'] ?? 40

/**
 * Lines of this process that could not be written: the reader stalled or disconnected, or the disk is full (RUN-34).
 */
export const droppedLines = { count: 0 }

/**
 * Writes lines to stdout in order: warnings and errors at once, with the lines waiting before them, and other lines in
 * batches, within 50 ms or when the process exits. It never blocks on a reader and never throws: lines that can't be
 * written are dropped and counted. Only an end that the process doesn't notice (kill -9, a power failure) loses the
 * lines of those 50 ms.
 */
function gatherLines(): DestinationStream {
  const tryWrite = chooseWriter()
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let isStalled = false
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    const rest = tryWrite(Buffer.concat(waiting))
    waiting = [rest]
    waitingBytes = rest.length
    isStalled = rest.length > 0
    timer = isStalled ? setTimeout(flush, gatheredMs).unref() : null
  }
  process.once('exit', flush)
  const stream = {
    // Makes pino set `lastLevel` before each `write` (pino's API for streams).
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      const bytes = Buffer.from(line)
      if (waitingBytes + bytes.length > maxBufferedBytes) return drop(bytes)
      waiting.push(bytes)
      waitingBytes += bytes.length
      if (!isStalled && (stream.lastLevel >= warn || waitingBytes >= gatheredBytes)) flush()
      else timer ??= setTimeout(flush, gatheredMs).unref()
    },
  }
  return stream
}

/** Returns a function that writes as much as possible without blocking, and returns the rest. */
function chooseWriter(): (bytes: Buffer) => Buffer {
  const kind = fstatSync(1)
  if (kind.isFIFO() || kind.isSocket()) {
    process.stdout.on('error', () => {})
    return writeToPipe
  }
  const fd = kind.isCharacterDevice() ? openTerminal() : 1
  return (bytes) => writeToFile(fd, bytes)
}

/** Node writes to pipes and sockets at once as much as they accept, and buffers the rest. */
function writeToPipe(bytes: Buffer): Buffer {
  if (process.stdout.writableLength > maxBufferedBytes) drop(bytes)
  else process.stdout.write(bytes, (error) => error && drop(bytes))
  return nothing
}

function writeToFile(fd: number, bytes: Buffer): Buffer {
  let rest = bytes
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return rest
    drop(rest)
  }
  return nothing
}

/**
 * Opens a separate, non-blocking file description: a terminal can be paused (Ctrl-S). Falls back to the shared one when
 * the system has no such path.
 */
function openTerminal(): number {
  try {
    return openSync('/proc/self/fd/1', modes.O_WRONLY | modes.O_NONBLOCK | modes.O_NOCTTY)
  } catch {
    return 1
  }
}

function drop(bytes: Buffer): void {
  droppedLines.count += bytes.toString().split('\n').length - 1
}

/** Errors whose message the JavaScript engine composes from names in the code, never from data. */
const engineErrors = new Set(['TypeError', 'ReferenceError', 'RangeError'])

/** The parts of an error that may be logged: its location and type. */
type ErrorDescription = {
  type: string
  code?: string
  message?: string
  /** PostgreSQL's name of the violated constraint and its table. */
  constraint?: string
  table?: string
  at: string[]
  cause?: ErrorDescription
}

/**
 * Describes an error without its message, since messages of databases, parsers and mail servers quote the offending
 * data. The stack frames show its location.
 */
export function describeError(error: unknown, depth = 3): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, at: [] }
  const findText = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : undefined
  }
  const code = findText('code')
  const constraint = findText('constraint')
  const table = findText('table')
  return {
    type: error.name,
    ...(code ? { code } : {}),
    ...(engineErrors.has(error.name) ? { message: error.message } : {}),
    ...(constraint ? { constraint } : {}),
    ...(table ? { table } : {}),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim().replace(/^at /, '')),
    ...(error.cause !== undefined && depth > 0 ? { cause: describeError(error.cause, depth - 1) } : {}),
  }
}

const requests = new AsyncLocalStorage<string | undefined>()

/** Runs `work` for a request: jobs that it enqueues carry the request's id, in this process and wherever they run. */
export function runForRequest<T>(requestId: string | undefined, work: () => T): T {
  return requests.run(requestId, work)
}

/** The id of the request being served; undefined for scheduled work. */
export function findCurrentRequestId(): string | undefined {
  return requests.getStore()
}

const methods = ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const

/**
 * Redirects console output of libraries to the log. Logs only the place of the call or of the error, never the text: it
 * may quote the database, including a row.
 */
export function redirectConsole(
  logger: Pick<Logger, 'warn'>,
  console: Pick<Console, (typeof methods)[number]> = globalThis.console,
): void {
  for (const method of methods) {
    console[method] = (...args: unknown[]) => {
      const failed = args.find((each) => each instanceof Error)
      logger.warn(
        { event: 'library_said', method, error: describeError(failed ?? new Error('said here')) },
        'a library wrote to the console',
      )
    }
  }
}
