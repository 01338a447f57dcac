import { html } from 'hono/html'
import type { VoucherKind } from '../../src/domain/voucher.ts'
import { definePage } from '../simulator-page.ts'

const page = definePage(
  'simulated provider',
  html`<strong>This is a simulator, not a bank or an age key.</strong> It says what you press, of no real person, and nothing leaves
        this computer.`,
  { light: '#1d4ed8', dark: '#93c5fd' },
  `
  label { display: block; font-weight: 600; margin: 0 0 .375rem; }
  input { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 8px; padding: .625rem .75rem; }
`,
)

/** The page of a login: a button for each answer and, at a bank, the name of the person. */
export function showLogin(
  uid: string,
  { name, kind, takesFace }: { name: string; kind: VoucherKind; takesFace: boolean },
) {
  const nameField = html`<label for="name">Your name</label>
      <input id="name" name="name" autocomplete="off" value="Sam O’Neill">`
  const byFace = html`<button name="answer" value="face">Estimate my age from my face</button>`
  return page(
    name,
    html`<form class="card" method="post" action="/interaction/${uid}"><h1>${name}</h1>
      <p>Somebody asks whether you are 18 or over.</p>
      ${kind === 'age_key' ? '' : nameField}
      <button class="primary" name="answer" value="adult">Continue as adult</button>
      <button name="answer" value="minor">Continue as minor</button>
      ${takesFace ? byFace : ''}
      <button name="answer" value="cancel">Cancel</button></form>`,
  )
}
