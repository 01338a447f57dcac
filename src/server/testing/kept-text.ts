import words from '../../words/en/problems.ts'

/** What no module may have: a text in the language of the time when it was loaded. */
export const { title } = words.not_found
