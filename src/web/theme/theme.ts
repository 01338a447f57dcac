import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Deep teal, the one accent: links, the primary action, focus. Shade 7 carries white text at 4.5:1 and more. */
const assent: MantineColorsTuple = [
  '#eef7f6',
  '#dcecea',
  '#b7d9d5',
  '#8ec4be',
  '#5fa8a0',
  '#3a8b83',
  '#216f68',
  '#125751',
  '#0c433f',
  '#08302d',
]

/** Neutral ink on paper, a little warm, so that white cards and photos stand out quietly. */
const ink: MantineColorsTuple = [
  '#f8f7f4',
  '#efede8',
  '#dfdcd4',
  '#c6c2b8',
  '#a19d93',
  '#77736a',
  '#57544d',
  '#3d3b36',
  '#292825',
  '#191816',
]

const systemText =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji"'

/**
 * The whole visual language in one place (docs/decisions/006-visual-language.md): no colour, radius, shadow or type size is written
 * anywhere else.
 */
export const theme = createTheme({
  primaryColor: 'assent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { assent, gray: ink },
  fontFamily: systemText,
  headings: {
    fontFamily: `"Source Serif 4 Variable", Georgia, "Times New Roman", serif`,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)', lineHeight: '1.25' },
      h3: { fontSize: '1.1875rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
})
