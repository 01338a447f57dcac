/** The placeholder that the server replaces by a fresh nonce in every page it sends (src/server/web-pages). */
export const styleNoncePlaceholder = '__STYLE_NONCE__'

/** The nonce of this page for style elements, as the content security policy demands. */
export function readStyleNonce(): string {
  if (typeof document === 'undefined') return styleNoncePlaceholder
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
}
