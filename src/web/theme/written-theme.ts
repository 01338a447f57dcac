import { createTheme, mergeThemeOverrides } from '@mantine/core'
import { theme } from './theme.ts'

const systemText =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji"'

/** The whole visual language, from which variables.css is written (variables.test.ts). */
export const writtenTheme = mergeThemeOverrides(
  theme,
  createTheme({
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
  }),
)
