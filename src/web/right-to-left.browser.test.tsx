import { Checkbox, Tabs, Textarea, TextInput } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconExternalLink } from '@tabler/icons-react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { english, readLanguageFrom } from '../words/language.ts'
import { HistoryCard } from './features/history/history-card.tsx'
import { PlainField } from './features/third-party/plain-parts.tsx'
import { AdditionalTerms } from './shared/consent-document/document-parts.tsx'
import { Facts } from './shared/consent-document/facts.tsx'
import { EmailField } from './shared/forms/email-field.tsx'
import { CodeField, PasswordField } from './shared/forms/form-parts.tsx'
import { RecordSheet } from './shared/record/record-sheet.tsx'
import { PageTabs } from './shared/ui/page-tabs.tsx'
import { showToast } from './shared/ui/toast.ts'
import { renderScreen } from './testing/render-screen.tsx'
import { sampleSummary } from './testing/samples.ts'

function speak(direction: 'ltr' | 'rtl') {
  readLanguageFrom(() => ({ ...english, direction }))
  document.documentElement.dir = direction
}

afterEach(() => {
  speak('ltr')
  document.documentElement.removeAttribute('dir')
})

/** The letters of a text in the order in which they are drawn, from left to right. */
function readFromLeft(element: Element): string {
  const range = document.createRange()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const drawn: { letter: string; left: number }[] = []
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    for (const [at, letter] of [...(text.textContent ?? '')].entries()) {
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      drawn.push({ letter, left: range.getBoundingClientRect().left })
    }
  }
  return drawn
    .toSorted((a, b) => a.left - b.left)
    .map(({ letter }) => letter)
    .join('')
}

const terms = {
  fullName: '',
  additionalInformation: '24 hours. Not more!',
  creatorLanguage: 'en',
  thirdPartySignature: '',
} as const

const signer = { photoUrl: null, day: '' }
const sentence = (
  <main>
    אל <strong>24.ann@example.com</strong> בלבד
  </main>
)

describe('what a person typed runs in its own direction', () => {
  it.each([
    ['a name in a list', <Facts key="" facts={[{ name: '', value: 'Ann Bell Jr.' }]} />, 'Ann Bell Jr.'],
    ['a phone number', <Facts key="" facts={[{ name: '', value: '+44 20 7946' }]} />, '+44 20 7946'],
    ['an address in a sentence', sentence, '24.ann@example.com'],
    ['terms', <AdditionalTerms key="" parts={terms} />, '24 hours. Not more!'],
    ['code', <code key="">24-ann!</code>, '24-ann!'],
  ])('from left to right on a page from right to left: %s (WORDS-19)', async (_, element, text) => {
    speak('rtl')
    const screen = await renderScreen(element)
    expect(readFromLeft(screen.container)).toContain(text)
  })

  it('also both names and both signatures of a record (WORDS-19)', async () => {
    speak('rtl')
    const signers = [
      { ...signer, name: 'Ann B.', signature: '1. Ann' },
      { ...signer, name: 'Bo C.', signature: '2. Bo' },
    ] as const
    const screen = await renderScreen(
      <RecordSheet title="" seal="" signers={signers}>
        {null}
      </RecordSheet>,
    )
    for (const { name, signature } of signers) {
      expect(readFromLeft(screen.getByText(name, { exact: true }).element())).toBe(name)
      expect(readFromLeft(screen.getByText(signature, { exact: true }).element())).toBe(signature)
    }
  })

  it.each([
    ['ليلى الخطيب', 'ل\u202fخ'],
    ['يوسف', 'ي'],
    ['Ann Bell', 'AB'],
  ])('the first letters of %s, which aren’t joined to a word (WORDS-19)', async (name, initials) => {
    const signers = [
      { ...signer, name, signature: name },
      { ...signer, name: 'Bo C.', signature: 'Bo' },
    ] as const
    const screen = await renderScreen(
      <RecordSheet title="" seal="" signers={signers}>
        {null}
      </RecordSheet>,
    )
    expect(screen.container.querySelector('[data-initials]')?.textContent).toBe(initials)
  })

  it('the account on a platform where there is no room beside the status: a line of its own, never cut (WORDS-19)', async () => {
    speak('rtl')
    const item = sampleSummary({
      status: 'verified',
      thirdPartyAgeStep: 'declared',
      platformName: 'Instagram',
    })
    const screen = await renderScreen(
      <main style={{ width: '15rem' }}>
        <HistoryCard item={item} />
      </main>,
    )
    const where = screen.getByText(/^\S?Instagram\S? ·/).element()
    expect(where.scrollWidth).toBeLessThanOrEqual(where.clientWidth)
  })

  it('a Hebrew name from right to left on an English page (WORDS-19)', async () => {
    const screen = await renderScreen(<Facts facts={[{ name: '', value: 'נועה.' }]} />)
    expect(readFromLeft(screen.container)).toContain([...'נועה.'].toReversed().join(''))
  })
})

const plain = { label: 'Field', hint: '', error: null, onChange: () => {} }
const password = { ...plain, name: 'password', autoComplete: 'new-password' } as const

describe('a field on a page from right to left', () => {
  beforeEach(() => speak('rtl'))

  it.each([
    ['an address', <EmailField key="" label="Field" autoComplete="off" />],
    ['a code', <CodeField key="" label="Field" />],
    ['an address at the gate', <PlainField key="" {...plain} type="email" />],
    ['a code at the gate', <PlainField key="" {...plain} inputMode="numeric" />],
  ])('runs from left to right for %s, and begins where the lines begin (WORDS-19)', async (_, field) => {
    const screen = await renderScreen(field)
    const input = screen.getByLabelText('Field', { exact: true }).element()
    expect(getComputedStyle(input)).toMatchObject({
      direction: 'ltr',
      unicodeBidi: 'isolate',
      textAlign: 'right',
    })
  })

  it('begins at the left in a part that exists in English alone (WORDS-19)', async () => {
    const screen = await renderScreen(
      <div lang="en" dir="ltr">
        <TextInput label="Field" />
      </div>,
    )
    const input = screen.getByLabelText('Field', { exact: true }).element()
    expect(getComputedStyle(input)).toMatchObject({ textAlign: 'start' })
  })

  it('never has its mark as required at the beginning of a line (WORDS-18)', async () => {
    const screen = await renderScreen(
      <div data-marks-required style={{ width: '9rem' }}>
        <Checkbox label="Field" required />
      </div>,
    )
    const label = screen.getByText('Field', { exact: true }).element()
    expect(getComputedStyle(label, '::after').content).toContain('\u00a0*')
  })

  it.each([
    ['a name or a link', <TextInput key="" label="Field" />, 'right'],
    ['a password', <PasswordField key="" {...password} />, 'right'],
    ['terms', <Textarea key="" label="Field" />, 'start'],
  ])('runs as what is typed into it, for %s (WORDS-19)', async (_, field, textAlign) => {
    const screen = await renderScreen(field)
    const style = getComputedStyle(screen.getByLabelText('Field', { exact: true }).element())
    // Plain text runs as its first letter does; a button in the field keeps its side.
    expect(style).toMatchObject({ direction: 'rtl', unicodeBidi: 'plaintext', textAlign })
  })
})

describe('on a page from right to left', () => {
  beforeEach(() => speak('rtl'))

  it('mirrors the icons that point along the line, and no others (WORDS-20)', async () => {
    const icons = { back: <IconArrowLeft />, open: <IconExternalLink />, done: <IconCheck /> }
    const screen = await renderScreen(
      Object.entries(icons).map(([name, icon]) => (
        <span key={name} data-testid={name}>
          {icon}
        </span>
      )),
    )
    const isMirrored = (name: string) => {
      const icon = screen.getByTestId(name).element().querySelector('svg')
      return icon && getComputedStyle(icon).transform.startsWith('matrix(-1,')
    }
    expect(Object.keys(icons).filter(isMirrored)).toEqual(['back', 'open'])
  })

  it.each([
    ['rtl', '{ArrowLeft}'],
    ['ltr', '{ArrowRight}'],
  ] as const)('an arrow key leads along the tabs: %s, %s (WORDS-20)', async (direction, key) => {
    speak(direction)
    const screen = await renderScreen(
      <PageTabs defaultValue="first">
        <Tabs.List>
          {['first', 'second', 'third'].map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </PageTabs>,
    )
    await screen.getByRole('tab', { name: 'first' }).click()
    await userEvent.keyboard(key)
    await expect.element(screen.getByRole('tab', { name: 'second' })).toHaveFocus()
  })

  it('shows messages in the upper left corner (WORDS-20)', async () => {
    const screen = await renderScreen(<main />)
    showToast({ kind: 'success', title: 'Saved' })
    const message = screen.getByText('Saved')
    await expect.element(message).toBeVisible()
    expect(message.element().getBoundingClientRect().right).toBeLessThan(window.innerWidth / 2)
  })
})
