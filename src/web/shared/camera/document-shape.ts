/** The documents that the dialog draws a frame for: a card (ID-1 of ISO/IEC 7810) and the data page of a passport (ID-3). */
export type DocumentShape = 'card' | 'passport'

/** Width by height. */
export const shapeRatio: Record<DocumentShape, number> = { card: 85.6 / 53.98, passport: 125 / 88 }

/** How much of the picture the frame takes at most, from side to side and from top to bottom. */
export const frameShare = 0.86

/** A rectangle in pixels of the picture that it is a part of. */
export type Box = { left: number; top: number; width: number; height: number }

/** Where the frame lies on a picture: centred, as large as its share allows. */
export function placeFrame(picture: { width: number; height: number }, shape: DocumentShape): Box {
  const ratio = shapeRatio[shape]
  const width = Math.min(picture.width * frameShare, picture.height * frameShare * ratio)
  const height = width / ratio
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height }
}
