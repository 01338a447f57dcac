import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Settings } from '../platform/platform.ts'
import type { AppEnv } from './app-env.ts'
import { toWideNetwork } from './client-network.ts'

/** What tells that two people came in the same way. Null where it is not known. Neither is kept as it is. */
export type ClientTraces = { network: string | null; browser: string | null }

/** Of the browser in which a request was made. It opens nothing. */
const cookieName = 'request-made-here'

export function readTraces(c: Context<AppEnv>): ClientTraces {
  const browser = getCookie(c, cookieName) ?? ''
  return {
    network: toWideNetwork(c.get('clientIp')),
    browser: /^[\w-]{22}$/.test(browser) ? browser : null,
  }
}

/** The same, of a browser that is marked if it was not: for as long as a request waits for its third party. */
export function leaveTraces(
  c: Context<AppEnv>,
  { publicUrl, linkLifeDays }: Pick<Settings, 'publicUrl' | 'linkLifeDays'>,
): ClientTraces {
  const { network, browser } = readTraces(c)
  const mark = browser ?? randomBytes(16).toString('base64url')
  setCookie(c, cookieName, mark, {
    httpOnly: true,
    secure: publicUrl.startsWith('https:'),
    sameSite: 'Lax',
    path: '/',
    maxAge: linkLifeDays * 24 * 60 * 60,
  })
  return { network, browser: mark }
}
