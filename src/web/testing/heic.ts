/**
 * `id-card.heic` beside this file is an invented card, 1012 x 638 pixels with a red corner at its top left, stored like
 * a sideways photo of an iPhone: the picture is on its side, `irot` turns it, and EXIF has a place and 'iPhone 15'. It
 * was drawn with sharp and encoded with `heif-enc -q 40` of Debian 12's libheif-examples, which writes no `irot`; the
 * box and its association were added by hand.
 */
export const heicCard = { width: 1012, height: 638, declared: 638 * 1012, corner: [208, 32, 32] }

/** The file with other declared sizes: the decoded picture would still be small. */
export function declareSize(file: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(file)
  const at = String.fromCharCode(...file.subarray(0, 1000)).indexOf('ispe') + 8
  new DataView(changed.buffer).setUint32(at, width)
  new DataView(changed.buffer).setUint32(at + 4, height)
  return changed
}
