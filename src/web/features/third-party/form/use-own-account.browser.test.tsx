import { expect, it } from 'vitest'
import { type AsksFor, askedChoices } from '../../../../domain/evidence/evidence.ts'
import { api } from '../../../testing/api.ts'
import { eventually } from '../../../testing/read-page.ts'
import { renderHere } from '../../../testing/render-screen.tsx'
import { sampleKeptProof } from '../../../testing/samples.ts'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { useOwnAccount } from './use-own-account.ts'

const kept = sampleKeptProof
const form = { asksFor: askedChoices.id_or_kept, thirdPartyName: kept.fullName }

async function open(email: string, asksFor: AsksFor = form.asksFor) {
  await api.answers('GET /api/kept-proof', { kept })
  const { result } = await renderHere(() => useOwnAccount({ ...form, asksFor }, email))
  return result
}

it("finds the account's kept reading when this browser is signed in with the proven address (ONCE-10)", async () => {
  signIn()
  const own = await open(ada.email.toUpperCase())
  await eventually(() => expect(own.current.kept).toEqual(kept))
  expect([own.current.mayKeep, own.current.canUse(kept)]).toEqual([true, true])
  expect(own.current.canUse({ ...kept, fullName: 'Anna Nowak' })).toBe(false)
  expect([kept.id, '', '3d2c1b0a-0000-4000-8000-000000000009'].map(own.current.hasLost)).toEqual([
    false,
    false,
    true,
  ])
})

it("sends no request with another address, or where the request doesn't allow a kept reading (ONCE-3)", async () => {
  signIn()
  const other = await open('sam@example.com')
  expect([other.current.mayKeep, other.current.hasLost(kept.id)]).toEqual([false, true])
  await open(ada.email, askedChoices.usual)
  expect(await api.count('GET /api/kept-proof')).toBe(0)
})
