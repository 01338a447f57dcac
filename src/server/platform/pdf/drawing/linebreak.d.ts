declare module 'linebreak' {
  /** Opportunities to break a line (UAX #14), one after the other. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
