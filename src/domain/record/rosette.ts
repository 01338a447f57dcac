/** The number of points per line: enough that no corners are visible at the width of a phone. */
const points = 160

/**
 * Draws a fingerprint (SHA-256, 64 hexadecimal digits) as fine lines: the `d` of SVG paths in a box of 100 by 100. The
 * same fingerprint always draws the same lines; a different one changes every ring, so that two records can be told
 * apart at a glance. It only helps people to compare records: the proof is the seal.
 */
export function drawRosette(sha256: string): string[] {
  const bytes = (sha256.match(/[0-9a-f]{2}/g) ?? []).map((digits) => Number.parseInt(digits, 16))
  return [0, 1, 2, 3].flatMap((ring) => drawRing(16 + ring * 8, bytes.slice(ring * 8, ring * 8 + 8)))
}

/** One ring of lines around a radius: two waves derived from eight bytes, rotated a little from line to line. */
function drawRing(radius: number, bytes: readonly number[]): string[] {
  const [petals = 0, height = 0, waves = 0, depth = 0, turn = 0, shift = 0, lines = 0, lean = 0] = bytes
  const count = 3 + (lines % 3)
  return Array.from({ length: count }, (_, line) => {
    const start = (turn / 255 + line / count / (5 + (petals % 9))) * 2 * Math.PI
    const places = Array.from({ length: points }, (_, point) => {
      const angle = (point / points) * 2 * Math.PI
      const length =
        radius +
        (2 + height / 60) * Math.sin((5 + (petals % 9)) * angle + start) +
        (0.5 + depth / 120) * Math.sin((11 + (waves % 13)) * angle + shift / 40 + line)
      const at = angle + (lean / 255) * 0.4
      return `${toUnits(50 + length * Math.cos(at))} ${toUnits(50 + length * Math.sin(at))}`
    })
    return `M${places.join('L')}Z`
  })
}

const toUnits = (length: number) => (Math.round(length * 10) / 10).toString()
