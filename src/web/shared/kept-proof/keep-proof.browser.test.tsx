import { beforeEach, expect, it } from 'vitest'
import { api } from '../../testing/api.ts'
import { expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleKeptProof } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { KeepProof } from './keep-proof.tsx'

const keeping = 'PUT /api/kept-proof'
const claims = {
  documentId: '3d2c1b0a-0000-4000-8000-000000000002',
  fullName: 'Ada Lovelace',
  dateOfBirth: '1990-04-17',
}

beforeEach(signIn)

it('describes the data to keep, keeps it only after a press, and can be retried (ONCE-7)', async () => {
  const screen = await renderScreen(<KeepProof {...claims} />)
  await expectText('We’d keep your name, the type of ID, who issued it and today’s date.')
  expect(await api.count(keeping)).toBe(0)
  await api.fails(keeping)
  const keep = screen.getByRole('button', { name: 'Keep this for next time' })
  await keep.click()
  await expectText('We couldn’t keep it')
  await api.holds(keeping)
  await keep.click()
  const asked = await api.takes(keeping)
  expect(JSON.parse(asked.body)).toEqual(claims)
  await asked.answer({ kept: sampleKeptProof })
  await expectText('Kept until 2 November 2126. You can delete it in the settings.')
})
