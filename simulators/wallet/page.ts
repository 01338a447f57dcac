import { html } from 'hono/html'
import { definePage } from '../simulator-page.ts'

/** A page of the simulated wallet. It says on top what it is. */
export const page = definePage({
  name: 'simulated wallet',
  notice: html`<strong>This is a simulator, not a wallet.</strong> It says whatever you press, of nobody, and
        nothing leaves this computer.`,
  accent: { light: '#0f766e', dark: '#5eead4' },
})
