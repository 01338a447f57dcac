/**
 * The marks around a value in a sentence of the service, so that it can't reorder the sentence (UAX #9, 2.4), each with
 * the isolate of Unicode that it stands for. They are control characters, which no typed text has: an isolate that
 * somebody typed is shown by its number.
 */
export const valueMarks: ReadonlyMap<string, string> = new Map([
  ['\u0001', '\u2068'],
  ['\u0002', '\u2069'],
])

/** The same text with the isolates that its marks stand for. */
export const toIsolates = (marked: string): string =>
  [...valueMarks].reduce((text, [mark, isolate]) => text.replaceAll(mark, isolate), marked)

/** A sentence with the isolates that `fill` puts around values as such marks. */
export function markValues(sentence: string): string {
  return [...valueMarks].reduce(
    (text, [mark, isolate]) => text.replaceAll(mark, '').replaceAll(isolate, mark),
    sentence,
  )
}
