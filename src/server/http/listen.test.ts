import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import { longestCleaningMs } from '../platform/images/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { assertPortIsFree, listen, timeouts } from './listen.ts'

const host = '127.0.0.1'

describe('listening', () => {
  it('allows a connection to be silent for longer than the decoding of any file takes (UPLOAD-35)', () => {
    expect(timeouts.idleMs).toBeGreaterThanOrEqual(2 * longestCleaningMs)
  })

  it('keeps a connection between requests for as long as one that is silent, which is longer than proxies do', async () => {
    const port = await chooseFreePort()
    const listening = await listen(() => new Response('done'), { host, port })
    const { headers } = await fetch(`http://${host}:${port}/`)
    expect(headers.get('keep-alive')).toBe(`timeout=${timeouts.idleMs / 1000}`)
    expect(timeouts.idleMs).toBeGreaterThan(60_000)
    await listening.stop(10_000)
  })

  it('answers the requests in progress when it is stopped, and accepts no new ones', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const port = await chooseFreePort()
    const listening = await listen(
      () => {
        asked.resolve()
        return answer.promise
      },
      { host, port },
    )
    const request = fetch(`http://${host}:${port}/`)
    await asked.promise
    const stopped = listening.stop(10_000)
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
    answer.resolve(new Response('done'))
    expect(await (await request).text()).toBe('done')
    await stopped
  })

  it('ends open event streams and cancels their sources', async () => {
    const aborted = Promise.withResolvers<void>()
    const port = await chooseFreePort()
    const listening = await listen(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('data: hello\n\n')),
            cancel: () => aborted.resolve(),
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
      { host, port },
    )
    const stream = await fetch(`http://${host}:${port}/`)
    const reader = stream.body?.getReader()
    await reader?.read()
    await listening.stop(10_000)
    await aborted.promise
    await expect(reader?.read()).rejects.toThrow()
  })

  it('keeps answering once its shutdown is announced, and closes each connection after its answer (REPLICA-9)', async () => {
    const port = await chooseFreePort()
    const announcing = new AbortController()
    const shutdown = { announced: announcing.signal }
    const listening = await listen(() => new Response('done'), { host, port, shutdown })
    const before = await fetch(`http://${host}:${port}/`)
    announcing.abort()
    const after = await fetch(`http://${host}:${port}/`)
    expect([before, after].map(({ headers }) => headers.get('connection'))).toEqual(['keep-alive', 'close'])
    expect(await after.text()).toBe('done')
    await listening.stop(10_000)
  })

  it('waits for a request that never ends no longer than its grace period', async () => {
    const asked = Promise.withResolvers<void>()
    const port = await chooseFreePort()
    const listening = await listen(
      () => {
        asked.resolve()
        return new Promise(() => {})
      },
      { host, port },
    )
    const request = fetch(`http://${host}:${port}/`).catch((error: unknown) => error)
    await asked.promise
    await listening.stop(1)
    expect(await request).toBeInstanceOf(Error)
  })

  it('answers a health check without a Host, as sent by HAProxy (CLUSTER-4)', async () => {
    const port = await chooseFreePort()
    const listening = await listen(() => new Response('ready'), { host, port })
    const answer = await rawRequest(port, ['GET /readyz HTTP/1.0'])
    expect([answer.status, answer.body]).toEqual([200, 'ready'])
    await listening.stop(10_000)
  })

  it('explains how to fix a port in use or an address of another machine', async () => {
    const port = await chooseFreePort()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port, host, resolve))
    await expect(assertPortIsFree({ host, port })).rejects.toThrow(`PORT=${port + 1} npm start`)
    await expect(listen(() => new Response(), { host, port })).rejects.toBeInstanceOf(StartupError)
    other.close()
    await expect(assertPortIsFree({ host: '192.0.2.1', port })).rejects.toThrow(
      'is not an address of this machine',
    )
  })
})
