import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleKeptProof } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { KeptProofCard } from './kept-proof-card.tsx'

const [reading, forgetting] = ['GET /api/kept-proof', 'DELETE /api/kept-proof'] as const

beforeEach(signIn)

it('shows the kept data and its end, and removes it after the server has (ONCE-8)', async () => {
  await api.answers(reading, { kept: sampleKeptProof })
  const screen = await renderScreen(<KeptProofCard />)
  await expectText(
    'Read on 2 November 2026 from a passport (Poland). For the name Łucja Nowak, until 2 November 2126.',
  )
  await api.refuses(forgetting, 'rate_limited', 'Too many requests.')
  await screen.getByRole('button', { name: 'Forget this' }).click()
  await expectText('We couldn’t delete it', 'Too many requests.', 'For the name Łucja Nowak')
  await api.answers(forgetting, undefined)
  await screen.getByRole('button', { name: 'Forget this' }).click()
  await expectText('Nothing is kept.')
  await expect.element(screen.getByRole('button', { name: 'Forget this' })).not.toBeInTheDocument()
})

it('reports a failed request, and retries (ONCE-8)', async () => {
  await api.fails(reading)
  const screen = await renderScreen(<KeptProofCard />)
  await expectText('We couldn’t load what’s kept')
  await api.answers(reading, { kept: null })
  await screen.getByRole('button', { name: 'Try Again' }).click()
  await expectText('Nothing is kept.')
})
