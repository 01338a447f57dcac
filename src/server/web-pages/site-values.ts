/** What the public pages say about this installation. */
export type Site = {
  publicUrl: string
  supportEmail: string
  legalEmail: string
  retentionDays: number
  linkLifeDays: number
  /** Whether documents are read, wallets are asked, and a provider checks documents and faces. */
  documentReading: boolean
  wallets: boolean
  identityChecks: boolean
}

/** A page with this installation's values in the places that the web build left for them (src/web/api/site.ts). */
export function withSite(html: string, site: Site): string {
  return html
    .replaceAll('__PUBLIC_URL__', escapeText(site.publicUrl))
    .replaceAll('__SUPPORT_EMAIL__', escapeText(site.supportEmail))
    .replaceAll('__LEGAL_EMAIL__', escapeText(site.legalEmail))
    .replaceAll('__RETENTION_DAYS__', String(site.retentionDays))
    .replaceAll('__LINK_LIFE_DAYS__', String(site.linkLifeDays))
    .replaceAll('__DOCUMENT_READING__', site.documentReading ? 'on' : 'off')
    .replaceAll('__WALLETS__', site.wallets ? 'on' : 'off')
    .replaceAll('__IDENTITY_CHECKS__', site.identityChecks ? 'on' : 'off')
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
