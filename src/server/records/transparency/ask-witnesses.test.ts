import { createServer, type RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { logViewSchema } from '../../../contract/record.ts'
import type { Witness } from '../../platform/platform.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import { listenHere } from '../../testing/listen-here.ts'
import { readAnswer } from '../../testing/people.ts'
import { openForFile, testAppForFile } from '../../testing/test-app.ts'
import { startWitness } from '../../testing/witness-process.ts'
import { requestCosignaturesJob } from './ask-witnesses.ts'
import { appendLeaf } from './log-store.ts'

const test = testAppForFile()
const honest = openForFile(() => startWitness(test.platform.logSigner.verifierKey))

const enter = (sign: string) =>
  test.database.transaction((tx) => appendLeaf(test.platform, tx, sign.repeat(64)))

/** Asks these witnesses, and returns the last size that each cosigned. */
async function asked(...witnesses: Witness[]): Promise<(number | undefined)[]> {
  test.platform.settings.witnesses = witnesses
  await runDue(test, requestCosignaturesJob)
  const view = logViewSchema.parse(await readAnswer(test.app.request('/api/transparency/log')))
  return view.witnesses.map(({ last }) => last?.size)
}

/** Runs `work` with a server that poses as a witness and answers differently. */
async function posing(answer: RequestListener, work: (witness: Witness) => Promise<void>): Promise<void> {
  const { origin, close } = await listenHere(createServer(answer))
  await work({ ...honest, url: origin })
  await close()
}

it('submits each new state once, with the proof that the log grew, and serves the cosignature (LOG-5)', async () => {
  expect(await asked(honest)).toEqual([undefined])
  await enter('1')
  expect(await asked(honest)).toEqual([1])
  for (const sign of '23456') await enter(sign)
  expect(await asked(honest)).toEqual([6])
  expect(await asked(honest)).toEqual([6])
  const note = await (await test.app.request('/api/transparency/checkpoint')).text()
  expect(note.split('\n').filter((line) => line.startsWith('— witness.example/w1 '))).toHaveLength(1)
})

it("continues from a state that a witness saw and that isn't stored here (LOG-5)", async () => {
  const watching = await startWitness(test.platform.logSigner.verifierKey)
  const direct = await (await test.app.request('/api/transparency/checkpoint?size=3')).text()
  await fetch(`${watching.url}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${direct}` })
  expect(await asked(watching)).toEqual([6])
  await watching.close()
})

it('stores nothing from a witness that signs another state, sends garbage, redirects or never ends (LOG-5)', async () => {
  await enter('7')
  const other =
    (await (await test.app.request('/api/transparency/checkpoint?size=6')).text()).split('\n\n')[1] ?? ''
  const answers: RequestListener[] = [
    (_, response) => response.end(other),
    (_, response) => response.end('— witness.example/w1 AAAA\n'),
    (_, response) => response.writeHead(302, { location: `${honest.url}/add-checkpoint` }).end(),
    (_, response) => response.writeHead(409).end('5000000\n'),
    (_, response) => response.end('x'.repeat(100_000)),
    (request) => request.destroy(),
  ]
  for (const answer of answers) await posing(answer, async (liar) => expect(await asked(liar)).toEqual([6]))
  // Other witnesses don't have to wait.
  await posing(
    (request) => request.destroy(),
    async (liar) => expect(await asked(liar, honest)).toEqual([7, 7]),
  )
})
