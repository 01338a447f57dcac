const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** An instant as a mail says it: nobody knows in which zone it is read. */
export function describeMoment(at: Date): string {
  return `${format.format(at)} UTC`
}
