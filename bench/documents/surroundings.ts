import type { Seeded } from './seeded.ts'

type Size = { width: number; height: number }

/** Print that fills the table under a card: the columns of a newspaper, or the long lines of a letter. */
export function drawPrint(kind: 'newspaper' | 'letter', { width, height }: Size, random: Seeded): string {
  const letters = 'eeeeaaiioonnrrttsslldcumpfghbvyk'
  const word = () => Array.from({ length: random.whole(2, 10) }, () => random.pick([...letters])).join('')
  const size = random.whole(38, 64)
  const columns = kind === 'letter' ? 1 : random.whole(2, 4)
  const rows = Math.floor(height / (size * 1.3))
  const span = width / columns
  const margin = kind === 'letter' ? 300 : 40
  const lines = Array.from({ length: columns * rows }, (_, at) => {
    const [x, y] = [(at % columns) * span + margin, (Math.floor(at / columns) + 1) * size * 1.3]
    const words = Array.from({ length: Math.floor((span - 2 * margin) / (size * 3.2)) }, word).join(' ')
    return `<text x="${x}" y="${y}" textLength="${span - 2 * margin}" lengthAdjust="spacing">${words}</text>`
  })
  return draw(
    { width, height },
    `<rect width="100%" height="100%" fill="#e6e2d8"/>
    <g transform="rotate(${random.between(-12, 12)} ${width / 2} ${height / 2})" font-family="${random.pick(['serif', 'Liberation Sans'])}" font-size="${size}" fill="#2b2b2b">${lines.join('')}</g>`,
  )
}

type Place = Size & { left: number; top: number }

/** A lamp's reflection somewhere on the card: not always on what is to be read. */
export function drawGlare(photo: Size, card: Place, random: Seeded): string {
  const x = card.left + card.width * random.between(0.15, 0.85)
  const y = card.top + card.height * random.between(0.1, 0.75)
  return draw(
    photo,
    `<radialGradient id="g"><stop offset="0.2" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <ellipse cx="${x}" cy="${y}" rx="${random.between(250, 520)}" ry="${random.between(160, 320)}" fill="url(#g)"/>`,
  )
}

/** A plastic sleeve around the card: all of it is paler, with bright folds across. */
export function drawFilm(photo: Size, { left, top, width, height }: Place, random: Seeded): string {
  const folds = Array.from({ length: random.whole(2, 5) }, () => {
    const [from, to] = [left + width * random.next(), left + width * random.next()]
    return `<line x1="${from}" y1="${top - 60}" x2="${to}" y2="${top + height + 60}" stroke="#fff" stroke-width="${random.between(12, 90)}" stroke-opacity="${random.between(0.25, 0.6)}" filter="url(#soft)"/>`
  })
  return draw(
    photo,
    `<filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>
    <rect x="${left - 60}" y="${top - 60}" width="${width + 120}" height="${height + 120}" rx="40" fill="#fff" fill-opacity="${random.between(0.1, 0.3)}"/>${folds.join('')}`,
  )
}

function draw({ width, height }: Size, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
}
