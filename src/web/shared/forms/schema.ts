/** What a form needs of a contract schema: zod's, loaded when somebody begins to fill the form in. */
export type FormSchema<Output> = {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/** The first message of every faulty field, by its path joined with dots. */
export function pickFirstMessages(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = path.map(String).join('.')
    messages[field] ??= message
  }
  return messages
}
