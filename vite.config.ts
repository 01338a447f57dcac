import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What every page needs is one file for the libraries and one for us: fewer requests, and it compresses better together. */
const groups = [
  { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  {
    name: 'start',
    test: (id: string) =>
      [
        /@mantine[\\/]core[\\/]esm[\\/]core[\\/](MantineProvider|utils[\\/]units-converters)[\\/]/,
        /[\\/]src[\\/]domain[\\/]product\./,
        /[\\/]src[\\/]web[\\/]api[\\/](session|session-state|site|page-hold|request)\./,
        /[\\/]src[\\/]web[\\/]shared[\\/]ui[\\/](brand|first-word|link-button|page-spinner|skip-link|toast|use-heading-focus)\./,
      ].some((part) => part.test(id)),
  },
]

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
})
