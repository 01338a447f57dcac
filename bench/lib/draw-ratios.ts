import type { Measured } from './measured.ts'

const width = 760
const rowHeight = 34
const left = 400
const barWidth = 300

/** A bar for each figure, as long as it is near its floor, with a mark where the committed one was. An SVG with its own background, for any page. */
export function drawRatios(now: readonly Measured[], before: readonly Measured[]): string {
  const height = rowHeight * now.length + 50
  const x = (ratio: number) => left + Math.min(ratio, 1) * barWidth
  const rows = now.map(({ name, ratio }, n) => {
    const y = 36 + n * rowHeight
    const known = before.find((each) => each.name === name)
    const mark = known ? `<path d="M${x(known.ratio)} ${y - 3}v26" stroke="#8a3b12" stroke-width="2"/>` : ''
    return `<text x="${left - 12}" y="${y + 14}" text-anchor="end">${escapeXml(name)}</text>
<rect x="${left}" y="${y}" width="${barWidth}" height="20" fill="#e7e1d6"/>
<rect x="${left}" y="${y}" width="${x(ratio) - left}" height="20" fill="#1f5c4d"/>${mark}
<text x="${left + barWidth + 8}" y="${y + 14}">${Math.round(ratio * 100)} %</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Each figure as a share of its floor" font-family="sans-serif" font-size="13" fill="#222">
<rect width="${width}" height="${height}" fill="#fffdf8"/>
<text x="${left}" y="22">share of the floor</text>
${rows.join('\n')}
</svg>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
