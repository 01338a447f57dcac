import { createTheme, type MantineColorsTuple } from '@mantine/core'
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

/** The page's background, for the browser's bars; the same as --assent-paper. */
export const pageColors = { light: '#faf8f4', dark: '#121311' } as const

const field = { defaultProps: { size: 'md' } }

/**
 * The part of the visual language (docs/decisions/archive/040-visual-language.md) that components read while they run.
 * Radii, spacing and type are in written-theme.ts; no page loads it.
 */
export const theme = createTheme({
  primaryColor: 'assent',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  black: '#1f1e1b',
  colors: { assent, gray: ink, dark: night },
  respectReducedMotion: true,
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
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
    TextInput: field,
    PasswordInput: field,
    Textarea: field,
    NativeSelect: field,
    Checkbox: field,
    Radio: field,
  },
})
