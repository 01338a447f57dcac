import { afterAll, vi } from 'vitest'

// A page that is rendered to text begins to load its lazy parts and waits for none. Vitest ends the calls of a file with the file,
// and remembers an import that failed for the next file of the same process.
afterAll(() => vi.dynamicImportSettled())
