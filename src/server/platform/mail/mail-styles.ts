import type { CSSProperties } from 'react'

const serif = 'Georgia, "Times New Roman", serif'
const sans = '"Helvetica Neue", Helvetica, Arial, sans-serif'

/** The product's light colours (src/web/theme/global.css): mail programs that know no other get these. */
export const styles = {
  body: { backgroundColor: '#faf8f4', fontFamily: sans, margin: 0, padding: '24px 0' },
  sheet: {
    backgroundColor: '#ffffff',
    border: '1px solid #e4e0d6',
    borderRadius: 12,
    maxWidth: 520,
    padding: 32,
  },
  brand: { color: '#1d2320', fontFamily: serif, fontSize: 18, fontWeight: 600, margin: 0 },
  mark: { display: 'inline-block', marginRight: 10, verticalAlign: 'middle' },
  heading: {
    color: '#1d2320',
    fontFamily: serif,
    fontSize: 24,
    fontWeight: 600,
    lineHeight: '32px',
    margin: '20px 0 16px',
  },
  text: { color: '#1d2320', fontSize: 16, lineHeight: '25px', margin: '0 0 16px' },
  button: {
    backgroundColor: '#125751',
    borderRadius: 8,
    color: '#ffffff',
    fontSize: 16,
    fontWeight: 600,
    padding: '13px 22px',
  },
  code: { color: '#1d2320', fontSize: 32, letterSpacing: 6, margin: '0 0 16px', fontFamily: 'monospace' },
  link: { color: '#125751', wordBreak: 'break-all' },
  rule: { borderColor: '#e4e0d6', margin: '24px 0 16px' },
  small: { color: '#5b615d', fontSize: 14, lineHeight: '21px', margin: '0 0 8px' },
} satisfies Record<string, CSSProperties>

/** The dark colours, for mail programs that ask for them. */
export const darkSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #121311 !important; }
  .sheet { background-color: #181917 !important; border-color: #34342f !important; }
  .ink { color: #ecebe6 !important; }
  .quiet { color: #a9aaa3 !important; }
  .link { color: #8ec4be !important; }
  .rule { border-color: #34342f !important; }
}`
