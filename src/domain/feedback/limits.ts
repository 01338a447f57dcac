/** The longest comment, in characters. No rule needs it; this keeps a comment a comment. */
export const feedbackLimits = { commentMax: 2000 } as const
