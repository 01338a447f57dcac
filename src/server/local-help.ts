import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import { type LocalHelp, localHelpFileSchema } from '../contract/local-help.ts'
import type { AppEnv } from './http/app-env.ts'
import { serveEndpoints } from './http/serve-endpoints.ts'
import type { Platform } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'

/** The entries of LOCAL_HELP_FILE; empty without a file. Throws a StartupError if an entry lacks its source or date. */
export async function readLocalHelp(file: string | null): Promise<LocalHelp[]> {
  if (!file) return []
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartupError(
      `LOCAL_HELP_FILE names ${file}, which cannot be read: correct the name, or unset it.`,
    )
  })
  const entries = localHelpFileSchema.safeParse(parseJson(text))
  if (!entries.success) {
    throw new StartupError(
      `${file} is not a list of {"country": "GB", "name", "contact", "source": "https://…", "readOn": "2026-11-26"}: correct it at ${entries.error.issues[0]?.path.join('.') || 'its beginning'}.`,
    )
  }
  return entries.data.map(({ country, name, contact }) => ({ country, name, contact }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function createLocalHelpRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(
    platform,
    {},
    {
      'GET /api/local-help': () => ({ help: [...platform.settings.localHelp] }),
    },
  )
}
