import { useEffect, useState } from 'react'
import classes from './qr-code.module.css'

type QrCodeProps = {
  text: string
  label: string
}

/** Quiet zone around a QR code, in modules (ISO/IEC 18004 asks for four). */
const quietZone = 4

/** A QR code. The code that draws it is downloaded with the first one; until then its space is reserved. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<{ path: string; side: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    import('qr').then(
      ({ encodeQR }) => {
        const rows = encodeQR(text, 'raw', { ecc: 'low', border: quietZone })
        if (isCurrent) setDrawing({ path: toPath(rows), side: rows.length })
      },
      () => {
        // Without the QR code, the link beside it still works.
        if (isCurrent) setDrawing(null)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!drawing) return <div className={classes['code']} />
  return (
    <svg
      className={classes['code']}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing.side} ${drawing.side}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  )
}

/** The dark modules as squares of an SVG path. */
function toPath(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
