import { describe, expect, it } from 'vitest'
import { collectFeedbackFaults, type FeedbackDraft, ratings } from '../domain/feedback.ts'
import words from '../words/en/feedback-dialog.ts'
import { feedbackSchema } from './feedback.ts'

/** The messages of the schema by field, as shown in a form: the last one of a field. */
function refused(draft: unknown): Record<string, string> {
  const parsed = feedbackSchema.safeParse(draft)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('feedback', () => {
  it.each(ratings)('can be submitted with only the rating %i (FEEDBACK-1)', (rating) => {
    expect(feedbackSchema.parse({ rating })).toEqual({ rating, comment: null })
  })

  it.each([undefined, null, 0, 6, -1, 1.5, '5', '', true, [5], { rating: 5 }, Number.NaN])(
    "can't be submitted with %j as the rating (FEEDBACK-1)",
    (rating) => {
      expect(refused({ rating, comment: 'Fine' })).toEqual({
        rating: 'Choose a rating. The comment can stay empty.',
      })
    },
  )

  it('keeps a comment as typed', () => {
    const comment = '  <b>Łódź</b>\n\t& "quotes" 🙂 عربي '
    expect(feedbackSchema.parse({ rating: 4, comment }).comment).toBe(comment)
  })

  it('treats an empty comment as none', () => {
    expect(feedbackSchema.parse({ rating: 4, comment: '' }).comment).toBeNull()
    expect(feedbackSchema.parse({ rating: 4, comment: null }).comment).toBeNull()
  })

  const drafts: [string, FeedbackDraft][] = [
    ['a whole draft', { rating: 3, comment: 'a'.repeat(2000) }],
    ['no rating', { rating: null, comment: '' }],
    ['a comment that is too long', { rating: 3, comment: 'a'.repeat(2001) }],
    ['a control character', { rating: 3, comment: 'bell \u0007' }],
    ['no rating and a comment that is too long', { rating: null, comment: 'a'.repeat(2001) }],
  ]
  it.each(drafts)('gets the same verdict from the form and the server: %s', (_, draft) => {
    const faults = Object.entries(collectFeedbackFaults(draft))
    expect(refused(draft)).toEqual(
      Object.fromEntries(faults.map(([field, fault]) => [field, words.faults[fault]])),
    )
  })

  it('reports both fields at once when both are invalid', () => {
    expect(collectFeedbackFaults({ rating: null, comment: '\u0000' })).toEqual({
      rating: 'rating',
      comment: 'commentCharacters',
    })
  })
})
