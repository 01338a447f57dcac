/** A process that was asked something took longer than it may, or ended before it had answered. */
export class ProcessEndedError extends Error {
  readonly how: 'hung' | 'died'
  constructor(how: 'hung' | 'died') {
    super(`the process ${how}`)
    this.how = how
  }
}
