/** The longest comment, in characters. The specification names no maximum; this keeps a comment a comment. */
export const feedbackLimits = { commentMax: 2000 } as const
