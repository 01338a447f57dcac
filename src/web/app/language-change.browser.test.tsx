import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { keptFields } from '../shared/before-reload.ts'
import { api } from '../testing/api.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { signIn } from '../testing/sign-in.ts'
import { restoreFields, tellLanguage } from './language-change.ts'
import { readTypedFields } from './typed-fields.ts'

const telling = 'PUT /api/language'

beforeEach(() => {
  sessionStorage.clear()
  window.typedFields = readTypedFields(keptFields.toKey(''))
})
afterEach(() => sessionStorage.clear())

function Page({ street = '' }) {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const [agrees, setAgrees] = useState(false)
  return (
    <main>
      <label>
        Name
        <input value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <p>Hello, {name}</p>
      <label>
        Street
        <input autoComplete="street-address" defaultValue={street} />
      </label>
      <label>
        Code
        <input autoComplete="one-time-code" />
      </label>
      <label>
        Password
        <input type="password" autoComplete="current-password" />
      </label>
      <label>
        Shown password
        <input type="text" autoComplete="new-password" />
      </label>
      <label>
        Agree
        <input type="checkbox" checked={agrees} onChange={() => setAgrees(!agrees)} />
      </label>
      <select aria-label="Country" defaultValue="">
        <option value="">Choose</option>
        <option value="gb">Britain</option>
      </select>
      <form data-keeps-fields>
        <label>
          Own
          <input autoComplete="off" />
        </label>
      </form>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <label>
          Later
          <textarea />
        </label>
      ) : null}
    </main>
  )
}

async function fillAndLoadAgain() {
  const before = await renderScreen(<Page />)
  await before.getByRole('button', { name: 'Open' }).click()
  for (const field of ['Name', 'Code', 'Password', 'Shown password', 'Own', 'Later'])
    await before.getByLabelText(field, { exact: true }).fill(`typed into ${field}`)
  await before.getByLabelText('Agree').click()
  await before.getByLabelText('Country').selectOptions('gb')
  window.typedFields.keep()
  const stored = JSON.stringify(sessionStorage)
  await before.unmount()
  const screen = await renderScreen(<Page />)
  restoreFields()
  return { stored, screen }
}

it('restores what was typed, ticked and selected, and tells the components, but never stores a password, also one that is shown, and leaves forms that keep their fields themselves (WORDS-13)', async () => {
  const { screen, stored } = await fillAndLoadAgain()
  expect(stored).toContain('typed into Name')
  await expect.element(screen.getByText('Hello, typed into Name')).toBeVisible()
  await expect.element(screen.getByLabelText('Code')).toHaveValue('typed into Code')
  await expect.element(screen.getByLabelText('Agree')).toBeChecked()
  await expect.element(screen.getByLabelText('Country')).toHaveValue('gb')
  expect(JSON.stringify(sessionStorage)).not.toContain('typed')
  expect(stored).not.toMatch(/typed into (Password|Shown|Own)/)
  for (const field of ['Password', 'Shown password', 'Own'])
    await expect.element(screen.getByLabelText(field, { exact: true })).toHaveValue('')
})

it('restores a field when it appears, until the person does something (WORDS-13)', async () => {
  const { screen } = await fillAndLoadAgain()
  // Without a press of the person.
  const open = screen.getByRole('button', { name: 'Open' }).element() as HTMLElement
  open.click()
  await expect.element(screen.getByLabelText('Later')).toHaveValue('typed into Later')
  await screen.unmount()

  const { screen: another } = await fillAndLoadAgain()
  await userEvent.keyboard('{Tab}')
  await another.getByRole('button', { name: 'Open' }).click()
  await expect.element(another.getByLabelText('Later')).toHaveValue('')
})

it('leaves a field as it is now that nobody has typed in (PAGE-55)', async () => {
  const before = await renderScreen(<Page street="1 Harbour Street" />)
  await before.getByLabelText('Name').fill('Ada')
  window.typedFields.keep()
  await before.unmount()
  const screen = await renderScreen(<Page street="2 Hill Road" />)
  restoreFields()
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Ada')
  await expect.element(screen.getByLabelText('Street')).toHaveValue('2 Hill Road')
})

it('restores nothing on another page (WORDS-13)', async () => {
  const before = await renderScreen(<Page />)
  await before.getByLabelText('Name').fill('Ada')
  window.typedFields.keep()
  await before.unmount()
  const here = location.pathname
  history.replaceState(null, '', '/elsewhere')
  const screen = await renderScreen(<Page />)
  restoreFields()
  history.replaceState(null, '', here)
  await expect.element(screen.getByLabelText('Name')).toHaveValue('')
  expect(JSON.stringify(sessionStorage)).not.toContain('Ada')
})

it('tells nothing when signed out (WORDS-12)', async () => {
  await api.holds(telling)
  await tellLanguage('ar')
  expect(await api.count(telling)).toBe(0)
})

it('tells the language to the account of a signed-in person (WORDS-12)', async () => {
  signIn()
  await api.holds(telling)
  const change = tellLanguage('ar')
  const asked = await api.takes(telling)
  expect(JSON.parse(asked.body)).toEqual({ language: 'ar' })
  await asked.answer(undefined)
  await change
})
