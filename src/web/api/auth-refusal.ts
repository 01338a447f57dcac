declare global {
  interface ImportMetaEnv {
    /** Whether the pages of this build are English (scripts/lib/compiled-words.ts). */
    readonly IN_ENGLISH?: boolean
  }
}

/**
 * An answer of the auth service, with a refusal in the language of the page: the service says all of them in English,
 * for every client (AUTH-5). An English build has no code for that.
 */
export async function translateRefusal(response: Response): Promise<Response> {
  if (!import.meta.env.IN_ENGLISH && !response.ok) {
    const { writeRefusal } = await import('./write-refusal.ts')
    return writeRefusal(response)
  }
  return response
}
