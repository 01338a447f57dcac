/** For a field whose text runs from left to right in every language: an address, a number, a code. */
export const leftToRight = { attributes: { input: { dir: 'ltr' } } } as const
