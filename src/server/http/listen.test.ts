import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import { longestCleaningMs } from '../platform/images/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { assertPortIsFree, listen, timeouts } from './listen.ts'

const host = '127.0.0.1'

/** Listens on a free port. */
async function serve(answer: () => Response | Promise<Response>, more = {}) {
  const port = await chooseFreePort()
  const listening = await listen(answer, { host, port, ...more })
  return { port, url: `http://${host}:${port}/`, stop: listening.stop }
}

describe('listening', () => {
  it('allows a connection to be silent for longer than the decoding of any file takes (UPLOAD-35)', () => {
    expect(timeouts.idleMs).toBeGreaterThanOrEqual(2 * longestCleaningMs)
  })

  it('keeps a connection between requests for as long as one that is silent, which is longer than proxies do', async () => {
    const { url, stop } = await serve(() => new Response('done'))
    const { headers } = await fetch(url)
    expect(headers.get('keep-alive')).toBe(`timeout=${timeouts.idleMs / 1000}`)
    expect(timeouts.idleMs).toBeGreaterThan(60_000)
    await stop(10_000)
  })

  it('answers the requests in progress when it is stopped, and accepts no new ones', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const { url, stop } = await serve(() => {
      asked.resolve()
      return answer.promise
    })
    const request = fetch(url)
    await asked.promise
    const stopped = stop(10_000)
    await expect(fetch(url)).rejects.toThrow()
    answer.resolve(new Response('done'))
    expect(await (await request).text()).toBe('done')
    await stopped
  })

  it('ends open event streams and cancels their sources', async () => {
    const aborted = Promise.withResolvers<void>()
    const { url, stop } = await serve(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('data: hello\n\n')),
            cancel: () => aborted.resolve(),
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
    )
    const reader = (await fetch(url)).body?.getReader()
    await reader?.read()
    await stop(10_000)
    await aborted.promise
    await expect(reader?.read()).rejects.toThrow()
  })

  it('keeps answering once its shutdown is announced, and closes each connection after its answer (REPLICA-9)', async () => {
    const announcing = new AbortController()
    const shutdown = { announced: announcing.signal }
    const { url, stop } = await serve(() => new Response('done'), { shutdown })
    const before = await fetch(url)
    announcing.abort()
    const after = await fetch(url)
    expect([before, after].map(({ headers }) => headers.get('connection'))).toEqual(['keep-alive', 'close'])
    expect(await after.text()).toBe('done')
    await stop(10_000)
  })

  it('waits for a request that never ends no longer than its grace period', async () => {
    const asked = Promise.withResolvers<void>()
    const { url, stop } = await serve(() => {
      asked.resolve()
      return new Promise(() => {})
    })
    const request = fetch(url).catch((error: unknown) => error)
    await asked.promise
    await stop(1)
    expect(await request).toBeInstanceOf(Error)
  })

  it('answers a health check without a Host, as sent by HAProxy (CLUSTER-4)', async () => {
    const { port, stop } = await serve(() => new Response('ready'))
    const answer = await rawRequest(port, ['GET /readyz HTTP/1.0'])
    expect([answer.status, answer.body]).toEqual([200, 'ready'])
    await stop(10_000)
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
