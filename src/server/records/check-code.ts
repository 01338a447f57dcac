import { randomBytes } from 'node:crypto'

/** 128 random bits in base64url: names a record on paper, cannot be guessed and says nothing. */
export function makeCheckCode(): string {
  return randomBytes(16).toString('base64url')
}

/** The page that checks a record. The code stands behind the #, so no server sees it that is not asked by the page. */
export function buildCheckUrl(publicUrl: string, checkCode: string): string {
  return `${publicUrl}/check#${checkCode}`
}
