import { expect, it } from 'vitest'
import { expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleConsentText, sampleForm } from '../../testing/samples.ts'
import { FullConsentText, Signatures, SignedText } from './document-parts.tsx'

const note = 'The third party signed with a different name from the one in this record.'
const signed = { status: 'verified', thirdPartyName: 'Bob Baker' } as const

it('notes below a signature that it has a different name (EVIDENCE-16)', async () => {
  await renderScreen(<Signatures parts={sampleForm({ ...signed, thirdPartySignature: 'Robert Baker' })} />)
  await expectText(note)
})

it.each([
  ['below a signature with the same name', { ...signed, thirdPartySignature: 'bob baker' }, 'bob baker'],
  ['before the third party has signed', { thirdPartySignature: null }, 'Not signed yet'],
])('notes nothing %s (EVIDENCE-16)', async (_, more, text) => {
  await renderScreen(<Signatures parts={sampleForm(more)} />)
  await expectText(text)
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

it('shows the other person’s text in another language below the reader’s, and says what binds them (RECORD-97)', async () => {
  const otherConsentText = sampleConsentText('age', undefined, 'de')
  const screen = await renderScreen(<SignedText parts={sampleForm({ otherConsentText })} />)
  await expectText('Nobody is bound to more than the text that they signed says.')
  const headings = screen.getByRole('heading').elements()
  const find = (heading: string | undefined) =>
    headings.findIndex(({ textContent }) => textContent === heading)
  const own = find(sampleForm().consentText?.sections[0]?.heading)
  const other = find('The text that the other person signed, in German')
  expect(own).toBeGreaterThanOrEqual(0)
  expect(other).toBeGreaterThan(own)
  expect(find(otherConsentText.sections[0]?.heading)).toBeGreaterThan(other)
})

it('shows one text where both people signed it in the same language (RECORD-97)', async () => {
  await renderScreen(<SignedText parts={sampleForm()} />)
  await expectText('Signatures')
  expectNoText('Nobody is bound to more than the text that they signed says.')
})
