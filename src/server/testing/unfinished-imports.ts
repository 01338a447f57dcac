import { afterAll, vi } from 'vitest'

// A page that is rendered to text starts to load its lazy parts and doesn't wait for them. At the end of a test file Vitest
// breaks off its imports, and the next file of the same process gets the failed ones.
afterAll(() => vi.dynamicImportSettled())
