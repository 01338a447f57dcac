import { z } from 'zod'
import { isLine, isParagraph } from '../domain/typed-text.ts'
import fieldMessages from '../words/en/field-messages.ts'

const allowText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => fieldMessages.tooLong({ max }) })

/** One line of at most `max` characters, without white space around it; it may be empty. */
export const allowLine = (max: number) =>
  allowText(max).refine(isLine, { error: () => fieldMessages.notOneLine })

/** The same for a text of any number of lines. */
export const allowParagraph = (max: number) =>
  allowText(max).refine(isParagraph, { error: () => fieldMessages.notPlain })
