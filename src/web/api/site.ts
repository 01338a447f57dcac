import { productName } from '../../domain/product.ts'

/**
 * The key of the session that auth-js keeps in local storage (SESSION-1). Defined here, because the head of every page
 * needs it.
 */
export const sessionStorageKey = `${productName.toLowerCase()}.session`

/** The configuration of this installation that is in every page. */
export type Site = {
  publicUrl: string
  supportEmail: string
  legalEmail: string
  /** The target of "Exit this page": a page that reveals nothing about this one. */
  exitUrl: string
  /** Whole days, as text: in a prerendered page it is a placeholder. */
  retentionDays: string
  backupDays: string
  linkLifeDays: string
  /** `on` or `off`: whether the installation reads documents, and whether it accepts wallets. */
  documentReading: string
  wallets: string
  /** `on`, `age` or `off`: whether a bank, an eID or an age key can vouch for a person, and also for the name. */
  vouchers: string
}

export const siteKeys = [
  'publicUrl',
  'supportEmail',
  'legalEmail',
  'exitUrl',
  'retentionDays',
  'backupDays',
  'linkLifeDays',
  'documentReading',
  'wallets',
  'vouchers',
] as const satisfies (keyof Site)[]

const toWords = (key: string, between: string) => key.replace(/[A-Z]/g, `${between}$&`)

/** `__PUBLIC_URL__` in prerendered pages, replaced by the server with the configured value (src/server/web-pages). */
export const namePlaceholder = (key: keyof Site) => `__${toWords(key, '_').toUpperCase()}__`

/** The name of the meta element that holds a value in every page: `public-url`. */
export const nameSiteMeta = (key: keyof Site) => toWords(key, '-').toLowerCase()

/** This installation's values; the placeholders while a page is prerendered. */
export function readSite(): Site {
  const read = typeof document === 'undefined' ? namePlaceholder : readMeta
  return Object.fromEntries(siteKeys.map((key) => [key, read(key)])) as Site
}

function readMeta(key: keyof Site): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${nameSiteMeta(key)}"]`)?.content ?? ''
}
