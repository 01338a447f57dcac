import classes from './watermark.module.css'

/** Size of one repetition, in CSS pixels: wide enough for an address and a time. */
const tile = { width: 420, height: 180 } as const

/**
 * Faint words across the whole page. They are a mask over one flat colour: nobody clicks on them, no screen reader reads them, and they
 * are neither selected nor found.
 */
export function Watermark({ text }: { text: string }) {
  const mask = `url("data:image/svg+xml,${encodeURIComponent(drawText(text))}")`
  return (
    <div
      className={classes['layer']}
      style={{ maskImage: mask, WebkitMaskImage: mask }}
      data-watermark={text}
      aria-hidden="true"
    />
  )
}

function drawText(text: string): string {
  const { width, height } = tile
  const word = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="${width / 2}" y="${height / 2}" text-anchor="middle" font-family="sans-serif" font-size="14" transform="rotate(-22 ${width / 2} ${height / 2})">${word}</text></svg>`
}
