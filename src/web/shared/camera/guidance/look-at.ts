import { type Box, type DocumentShape, placeFrame } from '../document-shape.ts'
import { type GreyFrame, toGrey } from './grey-frame.ts'

/** The width of the frame in the overview, in pixels: enough for edges and glare, few enough for a slow phone. */
const overviewFramePixels = 160

/** What is seen around the frame, of its width: less than the frame leaves of the picture. */
const margin = 0.07

/** The detail: this much of the frame's width and height, and how many pixels wide at most. */
const detailShare = { width: 0.36, height: 0.3 }
const detailPixels = 320

/** What the looks are taken from; a running video element is one. */
export type Picture = CanvasImageSource & { readonly videoWidth: number; readonly videoHeight: number }

/** Draws parts of a picture small and in grey, on one canvas that it keeps until it is released. */
export function createLooking(canvas: HTMLCanvasElement = document.createElement('canvas')) {
  const context = canvas.getContext('2d', { willReadFrequently: true })

  function draw(picture: Picture, from: Box, width: number): GreyFrame | null {
    if (!context) return null
    canvas.width = Math.round(width)
    canvas.height = Math.max(1, Math.round((width * from.height) / from.width))
    context.drawImage(
      picture,
      from.left,
      from.top,
      from.width,
      from.height,
      0,
      0,
      canvas.width,
      canvas.height,
    )
    return toGrey(context.getImageData(0, 0, canvas.width, canvas.height))
  }

  return {
    /** The overview, where the frame lies on it, and the detail; null while there is no picture. */
    look(
      picture: Picture,
      shape: DocumentShape,
    ): { overview: GreyFrame; box: Box; detail: GreyFrame } | null {
      const size = { width: picture.videoWidth, height: picture.videoHeight }
      if (size.width === 0 || size.height === 0) return null
      const frame = placeFrame(size, shape)
      const around = Math.min(frame.width * margin, frame.left, frame.top)
      const outer = growFrame(frame, around)
      const scale = overviewFramePixels / frame.width
      const overview = draw(picture, outer, outer.width * scale)
      const middle = shrink(frame, detailShare)
      const detail = draw(picture, middle, Math.min(detailPixels, middle.width))
      if (!overview || !detail) return null
      const box = {
        left: around * scale,
        top: around * scale,
        width: frame.width * scale,
        height: frame.height * scale,
      }
      return { overview, box, detail }
    },
    /** Gives the canvas's memory back at once. */
    release() {
      canvas.width = 0
      canvas.height = 0
    },
  }
}

const growFrame = ({ left, top, width, height }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

const shrink = ({ left, top, width, height }: Box, share: { width: number; height: number }): Box => ({
  left: left + (width * (1 - share.width)) / 2,
  top: top + (height * (1 - share.height)) / 2,
  width: width * share.width,
  height: height * share.height,
})
