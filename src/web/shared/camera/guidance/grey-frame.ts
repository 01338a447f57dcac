/** A small picture in shades of grey, row by row from the top, 0 black to 255 white. */
export type GreyFrame = { width: number; height: number; pixels: Uint8Array }

/** The greys of a picture in red, green, blue and alpha, as a canvas gives it (luma of ITU-R BT.601). */
export function toGrey(picture: { width: number; height: number; data: ArrayLike<number> }): GreyFrame {
  const { width, height, data } = picture
  const pixels = new Uint8Array(width * height)
  for (let index = 0; index < pixels.length; index++) {
    const at = index * 4
    pixels[index] = (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8
  }
  return { width, height, pixels }
}
