import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import type { AppEnv } from './app-env.ts'
import { type Refusal, refuse } from './refusal.ts'

/** A multipart body: its text fields, and the bytes of its `file` part, null when there is none. */
export type UploadForm = { fields: Record<string, string>; file: Uint8Array | null }

/**
 * Reads a multipart/form-data body of at most `uploadMaxBytes`. A larger one is refused as soon as its declared length or the bytes that
 * arrived say so, without reading the rest.
 */
export async function uploadForm(c: Context<AppEnv>): Promise<UploadForm | Refusal> {
  let tooLarge = false
  const limited = bodyLimit({
    maxSize: uploadMaxBytes,
    onError: (over) => {
      tooLarge = true
      return over.body(null)
    },
  })
  await limited(c, async () => {})
  if (tooLarge) return refuse('file_too_large')

  let form: FormData
  try {
    form = await c.req.raw.formData()
  } catch {
    return refuse('body_unreadable')
  }
  const fields: Record<string, string> = {}
  let file: Uint8Array | null = null
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else if (name === 'file') file = new Uint8Array(await value.arrayBuffer())
  }
  return { fields, file }
}
