import { describe, expect, it } from 'vitest'
import { createLogger, describeError, redirectConsole } from './index.ts'

function capture(level: Parameters<typeof createLogger>[0]) {
  const lines: string[] = []
  const logger = createLogger(level, { write: (line: string) => void lines.push(line) })
  return { logger, lines: () => lines.map((line) => JSON.parse(line)), text: () => lines.join('') }
}

describe('the log', () => {
  it('is one JSON object per line, with time, level, message and fields (RUN-6)', () => {
    const { logger, lines } = capture('info')
    logger.info({ requestId: 'r1', status: 200 }, 'request')
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        requestId: 'r1',
        status: 200,
        msg: 'request',
      },
    ])
  })

  it('contains console output of libraries, without its text (RUN-32)', () => {
    const { logger, lines, text } = capture('info')
    const console = { ...globalThis.console }
    redirectConsole(logger, console)
    console.error(
      'retrying: %s',
      Object.assign(new Error('Key (email)=(ada@example.com)'), { code: '23505' }),
    )
    console.trace('of ada@example.com')
    expect(lines()).toEqual([
      expect.objectContaining({
        event: 'library_said',
        method: 'error',
        error: expect.objectContaining({ code: '23505' }),
      }),
      expect.objectContaining({
        event: 'library_said',
        method: 'trace',
        error: expect.objectContaining({
          at: expect.arrayContaining([expect.stringContaining('logging.test')]),
        }),
      }),
    ])
    expect(text()).not.toContain('ada')
  })

  it('contains nothing below its level', () => {
    const { logger, lines } = capture('warn')
    logger.info({}, 'quiet')
    logger.warn({}, 'loud')
    expect(lines().map(({ msg }) => msg)).toEqual(['loud'])
  })

  it('hides private fields that were logged by mistake (RUN-6)', () => {
    const { logger, text } = capture('info')
    logger.info({ email: 'ada@example.com', user: { password: 'hunter2', token: 'abc.def' } }, 'oops')
    expect(text()).not.toMatch(/ada@example|hunter2|abc\.def/)
  })

  it('leaves the given fields unchanged, and shows the fields beside a hidden one', () => {
    const { logger, lines } = capture('info')
    const at = new Date('2026-03-11T12:00:00.000Z')
    const given = { id: 7, at, user: { id: 8, name: 'Ada' }, list: ['a'] }
    logger.info(given, 'shown')
    expect(given).toEqual({ id: 7, at, user: { id: 8, name: 'Ada' }, list: ['a'] })
    expect(lines()[0]).toMatchObject({
      id: 7,
      at: at.toISOString(),
      user: { id: 8, name: '[private]' },
      list: ['a'],
    })
  })
})

describe('a described error', () => {
  it('has its location and type, and no quoted data', () => {
    const error = new Error('no user ada@example.com', { cause: new SyntaxError('"hunter2" is not JSON') })
    const text = JSON.stringify(describeError(error))
    expect(text).toContain('logging.test.ts')
    expect(text).toContain('SyntaxError')
    expect(text).not.toMatch(/ada@example|hunter2/)
  })

  it("keeps the engine's message about the code", () => {
    expect(describeError(new TypeError("cannot read 'x' of undefined")).message).toContain("'x'")
  })

  it('names the constraint of a database error', () => {
    const error = Object.assign(new Error('duplicate (ada@example.com)'), {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(ada@example.com) already exists.',
    })
    const description = describeError(error)
    expect(description).toMatchObject({ code: '23505', constraint: 'users_email_key' })
    expect(JSON.stringify(description)).not.toContain('ada@example')
  })

  it('accepts any thrown value', () => {
    expect(describeError('hunter2')).toEqual({ type: 'string', at: [] })
  })
})
