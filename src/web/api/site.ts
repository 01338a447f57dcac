import { productName } from '../../domain/product.ts'

/** Where auth-js keeps the session in local storage (SESSION-1). Here, because the head of every page needs it. */
export const sessionStorageKey = `${productName.toLowerCase()}.session`

/** The configuration of this installation that every page has. */
export type Site = {
  publicUrl: string
  supportEmail: string
  legalEmail: string
  /** Where "Exit this page" leads: a page that says nothing about this one. */
  exitUrl: string
  /** Whole days, as text: in a prerendered page it is a placeholder. */
  retentionDays: string
  linkLifeDays: string
  /** `on` or `off`: whether the installation reads documents, and whether it asks wallets. */
  documentReading: string
  wallets: string
  /** `on` or `off`: whether a provider checks documents and faces. */
  identityChecks: string
}

/** Placeholders in prerendered pages, which the server replaces by the configured values (src/server/web-pages). */
export const sitePlaceholders: Site = {
  publicUrl: '__PUBLIC_URL__',
  supportEmail: '__SUPPORT_EMAIL__',
  legalEmail: '__LEGAL_EMAIL__',
  exitUrl: '__EXIT_URL__',
  retentionDays: '__RETENTION_DAYS__',
  linkLifeDays: '__LINK_LIFE_DAYS__',
  documentReading: '__DOCUMENT_READING__',
  wallets: '__WALLETS__',
  identityChecks: '__IDENTITY_CHECKS__',
}

/** The names of the meta elements that hold the values in every page. */
export const siteMetaNames: Record<keyof Site, string> = {
  publicUrl: 'site-url',
  supportEmail: 'support-email',
  legalEmail: 'legal-email',
  exitUrl: 'exit-url',
  retentionDays: 'retention-days',
  linkLifeDays: 'link-life-days',
  documentReading: 'document-reading',
  wallets: 'wallets',
  identityChecks: 'identity-checks',
}

/** This installation's values; the placeholders while a page is prerendered. */
export function readSite(): Site {
  if (typeof document === 'undefined') return sitePlaceholders
  return {
    publicUrl: readMeta('publicUrl'),
    supportEmail: readMeta('supportEmail'),
    legalEmail: readMeta('legalEmail'),
    exitUrl: readMeta('exitUrl'),
    retentionDays: readMeta('retentionDays'),
    linkLifeDays: readMeta('linkLifeDays'),
    documentReading: readMeta('documentReading'),
    wallets: readMeta('wallets'),
    identityChecks: readMeta('identityChecks'),
  }
}

function readMeta(name: keyof Site): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${siteMetaNames[name]}"]`)
  return meta?.content ?? ''
}
