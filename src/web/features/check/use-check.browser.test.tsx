import { expect, it } from 'vitest'
import { api } from '../../testing/api.ts'
import { renderHere } from '../../testing/render-screen.tsx'
import { useCheck } from './check-result.tsx'

const endpoint = 'POST /api/check'
const [oneCode, anotherCode] = ['A'.repeat(22), 'B'.repeat(22)] as [string, string]

async function askFor(code: string) {
  await api.holds(endpoint)
  const hook = await renderHere(() => useCheck())
  await hook.act(() => hook.result.current.checkCode(code))
  return { ...hook, asked: await api.takes(endpoint) }
}

it('cancels the previous check when a new one starts (RECORD-15)', async () => {
  const { result, act, asked } = await askFor(oneCode)
  await act(() => result.current.checkCode(anotherCode))
  const last = await api.takes(endpoint)
  await asked.isLetGo()
  expect(result.current.state).toEqual({ phase: 'checking' })
  expect(JSON.parse(last.body)).toEqual({ checkCode: anotherCode })
  await last.answer({ result: 'unknown' })
  await expect
    .poll(() => result.current.state)
    .toMatchObject({ phase: 'answered', answer: { result: 'unknown' } })
})

it('ignores the answer once another record is shown', async () => {
  const { result, act, asked } = await askFor(oneCode)
  await act(() => result.current.reset())
  await asked.isLetGo()
  expect(result.current.state).toEqual({ phase: 'idle' })
})

it('cancels its request when the page is left', async () => {
  const { unmount, asked } = await askFor(oneCode)
  await unmount()
  await asked.isLetGo()
})

it("shows the server's text for a refusal, and repeats the request on retry", async () => {
  const { result, act, asked } = await askFor(oneCode)
  await asked.refuse('rate_limited', 'Too many requests')
  await expect
    .poll(() => result.current.state)
    .toMatchObject({ phase: 'failed', message: 'Too many requests' })
  await act(() => {
    if (result.current.state.phase === 'failed') result.current.state.retry?.()
  })
  const again = await api.takes(endpoint)
  expect(JSON.parse(again.body)).toEqual({ checkCode: oneCode })
})

const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'id.jpg')

it("sends nothing about a picture before its record, and then its fingerprint with the record's code (RECORD-70)", async () => {
  await api.holds(endpoint)
  const { result, act } = await renderHere(() => useCheck())
  await act(() => result.current.checkFile(picture))
  await expect.poll(() => result.current.state).toMatchObject({ phase: 'failed', retry: null })
  await act(() => result.current.checkCode(oneCode))
  // A request about the picture would have come first.
  const record = await api.takes(endpoint)
  expect(JSON.parse(record.body)).toEqual({ checkCode: oneCode })
  await record.answer({ result: 'unknown' })
  await act(() => result.current.checkFile(picture))
  const asked = await api.takes(endpoint)
  expect(JSON.parse(asked.body)).toEqual({
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    checkCode: oneCode,
  })
  await asked.answer({ result: 'unknown' })
  await expect
    .poll(() => result.current.state)
    .toMatchObject({ phase: 'answered', isPicture: true, answer: { result: 'unknown' } })
})
