import { html } from 'hono/html'
import { definePage } from '../simulator-page.ts'

/** A page of the simulator. It says on top what it is. */
export const page = definePage({
  name: 'payment simulator',
  notice: html`<strong>This is a simulator, not Stripe.</strong> No money moves, and nothing leaves this computer.
        Never type a real card number here.`,
  accent: { light: '#4338ca', dark: '#a5b4fc' },
  styles: `
  .price { font-size: 2rem; font-weight: 600; margin: 0 0 1.25rem; } .soft { color: var(--soft); }
  label { display: block; font-weight: 600; margin: 0 0 .375rem; }
  input { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 8px; padding: .625rem .75rem; }
  input[aria-invalid=true] { border-color: var(--bad); } .error { color: var(--bad); margin: .375rem 0 0; font-weight: 600; }
  table { width: 100%; border-collapse: collapse; font-size: .9375rem; } td, th { text-align: left; padding: .375rem 0; border-top: 1px solid var(--line); vertical-align: top; }
  code { font-size: .9375rem; white-space: nowrap; } td + td { padding-left: 1rem; }
`,
})

/** Pence as pounds. */
export function showMoney(pence: number): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100)
}

/** A day as people read it, in UTC. */
export function formatDay(instant: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}
