import { expect, it } from 'vitest'
import { expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleForm } from '../../testing/samples.ts'
import { FullConsentText, Signatures } from './document-parts.tsx'

const note = 'The third party signed with a different name from the one in this record.'
const signed = { status: 'verified', thirdPartyName: 'Bob Baker' } as const

it('notes below a signature that it has a different name (EVIDENCE-16)', async () => {
  await renderScreen(<Signatures parts={sampleForm({ ...signed, thirdPartySignature: 'Robert Baker' })} />)
  await expectText(note)
})

it('notes nothing below a signature with the same name (EVIDENCE-16)', async () => {
  await renderScreen(<Signatures parts={sampleForm({ ...signed, thirdPartySignature: 'bob baker' })} />)
  await expectText('bob baker')
  expectNoText(note)
})

it('notes nothing before the third party has signed (EVIDENCE-16)', async () => {
  const screen = await renderScreen(<Signatures parts={sampleForm({ thirdPartySignature: null })} />)
  await expect.element(screen.getByRole('heading', { level: 2 })).toBeVisible()
  expectNoText(note)
})

it('marks a signed text in another language, and not the page’s own words below it', async () => {
  const { consentText: text } = sampleForm({})
  if (!text) throw new Error('the sample has no text')
  const screen = await renderScreen(<FullConsentText text={{ ...text, language: 'de' }} />)
  const heading = screen.getByRole('heading', { name: text.sections[0]?.heading ?? '', exact: true })
  await expect.element(heading).toBeVisible()
  expect(heading.element().closest('[lang]')?.getAttribute('lang')).toBe('de')
  expect(
    screen
      .getByText(/^Text version/)
      .element()
      .closest('[lang]')
      ?.getAttribute('lang'),
  ).not.toBe('de')
})
