import { useEffect, useState } from 'react'
import classes from './qr-code.module.css'

type QrCodeProps = {
  text: string
  /** What the code is, for somebody who cannot see it. */
  label: string
}

/** Quiet zone around a QR code, in modules (ISO/IEC 18004 asks for four). */
const quietZone = 4

/** A QR code. What draws it is downloaded with the first code; until then its place is kept empty. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<{ path: string; size: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    Promise.all([import('lean-qr/nano'), import('lean-qr/extras/svg')]).then(
      ([{ generate }, { toSvgPath }]) => {
        const code = generate(text)
        if (isCurrent) setDrawing({ path: toSvgPath(code), size: code.size })
      },
      () => {
        // Without the code the link itself still stands beside it.
        if (isCurrent) setDrawing(null)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!drawing) return <div className={classes['code']} />
  const side = drawing.size + 2 * quietZone
  return (
    <svg
      className={classes['code']}
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  )
}
