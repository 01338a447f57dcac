const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Ends in the sign that joins the next letter. Of other scripts, Intl.Segmenter knows it. */
const joinsNext = /[\u{0a4d}\u{0bcd}\u{0ccd}]\u200d?$/u

/** The graphemes of a text with their offsets. Letters that a script draws as one shape are one. */
export function listSyllables(text: string): { segment: string; index: number }[] {
  const found: { segment: string; index: number }[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const before = found.at(-1)
    if (before && joinsNext.test(before.segment)) before.segment += segment
    else found.push({ segment, index })
  }
  return found
}
