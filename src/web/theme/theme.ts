import { createTheme, type MantineColorsTuple } from '@mantine/core'
import words from '../../words/en/frame.ts'
import { ButtonElement } from './button.tsx'

/** Deep teal, the only accent: links, the primary action, focus. Shade 7 has a contrast of 8:1 with white text. */
const assent: MantineColorsTuple = [
  '#eef7f6',
  '#dcecea',
  '#b7d9d5',
  '#8ec4be',
  '#6fb8b0',
  '#3a8b83',
  '#216f68',
  '#125751',
  '#0c433f',
  '#08302d',
]

/** A neutral, slightly warm grey, so that white cards and photos stand out a little. */
const ink: MantineColorsTuple = [
  '#f8f7f4',
  '#efede8',
  '#e4e1d9',
  '#cfcbc1',
  '#949086',
  '#6f6b63',
  '#57544d',
  '#3d3b36',
  '#292825',
  '#191816',
]

/** The same greys for the dark scheme: 0 is text, 7 the surface of cards, 9 is darker than the page. */
const night: MantineColorsTuple = [
  '#eceae5',
  '#d3d0c9',
  '#aeaba3',
  '#87847c',
  '#6f6d66',
  '#3a3934',
  '#2b2b27',
  '#1e1f1c',
  '#171816',
  '#0e0f0e',
]

const systemText =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji"'

/** The page's background, for the browser's bars; the same as --assent-paper. */
export const pageColors = { light: '#faf8f4', dark: '#121311' } as const

const field = { defaultProps: { size: 'md' } }

/** What people type runs in its own direction: a Hebrew name on an English page, and the other way round. */
const typed = { defaultProps: { size: 'md', attributes: { input: { dir: 'auto' } } } }

/**
 * The whole visual language in one place (docs/decisions/archive/040-visual-language.md): colours, radii, shadows and
 * type sizes are only defined in this folder.
 */
export const theme = createTheme({
  primaryColor: 'assent',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  black: '#1f1e1b',
  colors: { assent, gray: ink, dark: night },
  fontFamily: systemText,
  headings: {
    fontFamily: `"Source Serif 4", "Heading fallback", Georgia, "Times New Roman", serif`,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)', lineHeight: '1.25' },
      h3: { fontSize: '1.1875rem', lineHeight: '1.35' },
    },
  },
  // Space around text shrinks when the text is large (global.css).
  spacing: {
    md: 'min(1rem, var(--assent-room))',
    lg: 'min(1.25rem, var(--assent-room))',
    xl: 'min(2rem, var(--assent-room))',
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { size: 'md', component: ButtonElement } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    // A note that the page is shown with. A failure after an action sets the role 'alert'.
    Alert: { defaultProps: { radius: 'lg', variant: 'light', role: 'note' } },
    // Mantine's scroll lock would write a style element without the page's nonce; global.css stops scrolling instead.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        lockScroll: false,
        closeButtonProps: { 'aria-label': words.close },
      },
    },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
    TextInput: typed,
    PasswordInput: field,
    Textarea: typed,
    NativeSelect: field,
    Select: field,
    FileInput: field,
    Checkbox: field,
    Radio: field,
  },
})
