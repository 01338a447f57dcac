import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bodyPace, connectionLimits, type Listening, listen } from '../http/listen.ts'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import { sql } from '../platform/database/index.ts'
import {
  createVerification,
  enter,
  type Person,
  register,
  type Served,
  submitWhole,
  upload,
} from '../testing/people.ts'
import { photoWithPlace } from '../testing/sample-files.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const host = '127.0.0.1'
const elsewhere = '127.0.0.2'
const fileBytes = 5 * 1024 * 1024

let test: TestApp
let port: number
let listening: Listening
let served: Served
beforeAll(async () => {
  test = await createTestApp()
  // The check of slow bodies uses these timers; the sockets don't.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  port = await chooseFreePort()
  listening = await listen(test.app.fetch, { host, port })
  served = {
    clock: test.clock,
    app: { request: (path, init) => fetch(`http://${host}:${port}${path}`, init) },
  }
})
afterAll(async () => {
  vi.useRealTimers()
  await listening.stop(0)
  await test.close()
})
const open: SlowRequest[] = []
afterEach(async () => {
  for (const { socket } of open) socket.destroy()
  await Promise.all(open.splice(0).map(({ answer }) => answer))
})

/** An upload of which only the beginning arrives. */
function slowUpload(by: Pick<Person, 'headers'>, path: string, from = elsewhere): SlowRequest {
  const headers = {
    ...by.headers,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(fileBytes),
  }
  const request = slowRequest(port, `POST ${path}`, headers, from)
  request.socket.write('--x\r\ncontent-disposition: form-data; name="category"\r\n\r\nselfie\r\n')
  open.push(request)
  return request
}

/** Waits until the given requests have reached the app. */
async function arrived(requests: readonly SlowRequest[]): Promise<void> {
  await Promise.all(
    requests.map(
      ({ socket }) =>
        new Promise<void>((resolve) => {
          if (socket.connecting) socket.once('connect', () => resolve())
          else resolve()
        }),
    ),
  )
  // A later request was answered, so these were handled.
  await fetch(`http://${host}:${port}/readyz`)
}

describe('sixty slow uploads of one account', () => {
  it('don’t keep others from uploading and submitting, not even on the same network', async () => {
    const [mallory, ada] = [await register(test), await register(test)]
    await arrived(Array.from({ length: 60 }, () => slowUpload(mallory, '/api/documents', host)))
    expect((await upload(served, ada, 'selfie', await photoWithPlace())).status).toBe(201)
    const { id } = await createVerification(served, ada, { type: 'person' })
    const sam = await enter(served, id)
    expect((await submitWhole(served, sam)).status).toBe(200)
  })

  it('are accepted a few at a time: the others are told to retry later', async () => {
    const mallory = await register(test)
    const slow = Array.from({ length: 80 }, () => slowUpload(mallory, '/api/documents'))
    await arrived(slow)
    const told = await Promise.race(slow.map(({ answered }) => answered))
    expect(told).toMatch(/^HTTP\/1.1 (429|503) /)
    expect(told).toMatch(/retry-after: \d/i)
  })
})

describe('a body that arrives too slowly', () => {
  it.each([
    ['an upload', '/api/documents'],
    ['an upload for a link', '/functions/v1/third-party-upload'],
    ['a registration', '/auth/v1/signup'],
    ['a guess at a gate', '/api/public/verifications/00000000-0000-4000-8000-000000000000/gate'],
  ])('is cut off with 408: %s (ERROR-8)', async (_, path) => {
    const ada = await register(test)
    await createVerification(test, ada, { type: 'person' })
    const request =
      path.includes('upload') || path.includes('documents')
        ? slowUpload(ada, path)
        : slowRequest(
            port,
            `POST ${path}`,
            { 'content-type': 'application/json', 'content-length': '15000' },
            elsewhere,
          )
    open.push(request)
    request.socket.write('{')
    await arrived([request])
    vi.advanceTimersByTime(bodyPace.windowMs)
    request.socket.write('{')
    await fetch(`http://${host}:${port}/healthz`)
    vi.advanceTimersByTime(bodyPace.windowMs)
    const answer = await request.answer
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('"code":"body_too_slow"')
  })

  it('isn’t cut off while it keeps pace', async () => {
    const ada = await register(test)
    const request = slowUpload(ada, '/api/documents')
    await arrived([request])
    for (let window = 0; window < 4; window += 1) {
      vi.advanceTimersByTime(bodyPace.windowMs)
      await new Promise<void>((resolve) => {
        request.socket.write(Buffer.alloc(2 * bodyPace.minBytes), () => resolve())
      })
      for (let asked = 0; asked < 3; asked += 1) await fetch(`http://${host}:${port}/readyz`)
    }
    expect(request.socket.bytesRead).toBe(0)
    expect(request.socket.destroyed).toBe(false)
  })
})

it('another person’s account is refused at the third party’s upload before it sends a byte of the body', async () => {
  const eve = await register(test)
  const headers = {
    ...eve.headers,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(fileBytes),
  }
  const request = slowRequest(port, 'POST /functions/v1/third-party-upload', headers, elsewhere)
  open.push(request)
  expect(await request.answered).toMatch(/^HTTP\/1.1 401 [\s\S]*gate_token_invalid/)
  expect(await test.database.rows(sql`SELECT id FROM documents WHERE user_id = ${eve.id}`)).toEqual([])
})

it('one network has a limit of connections, and another can still connect', async () => {
  const idle = Array.from({ length: connectionLimits.perNetwork + 20 }, () => {
    const socket = connect({ port, host, localAddress: '127.0.0.3' })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    return { socket, closed }
  })
  await Promise.race(idle.map(({ closed }) => closed))
  const { answered, socket } = slowRequest(port, 'GET /healthz', {}, '127.0.0.4')
  expect(await answered).toMatch(/^HTTP\/1.1 200 /)
  for (const each of [socket, ...idle.map((one) => one.socket)]) each.destroy()
  await Promise.all(idle.map(({ closed }) => closed))
})

/** A request written byte by byte to a socket, as no well-behaved client does. */
type SlowRequest = {
  socket: Socket
  /** Everything received, once the connection is closed. */
  answer: Promise<string>
  /** Resolves with the first bytes received. */
  answered: Promise<string>
}

/**
 * Connects to a port of this machine and sends the head of a request; `localAddress` is the client address that the
 * server sees, such as 127.0.0.2.
 */
function slowRequest(
  port: number,
  requestLine: string,
  headers: Record<string, string>,
  localAddress = '127.0.0.1',
): SlowRequest {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${requestLine} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  let text = ''
  const answered = new Promise<string>((resolve) => {
    socket.on('data', (bytes) => {
      text += bytes
      resolve(text)
    })
    socket.once('close', () => resolve(text))
  })
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  socket.on('error', () => {})
  return { socket, answer, answered }
}
