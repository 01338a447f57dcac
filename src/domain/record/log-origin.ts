/** The name under which the transparency log of an installation is known to witnesses: `assent.example/log` for `https://assent.example`. */
export function nameLogOrigin(publicUrl: string): string {
  return `${publicUrl.replace(/^https?:\/\//, '')}/log`
}
