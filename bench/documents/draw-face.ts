import type { Seeded } from './seeded.ts'

/** Skin, its shadow, and hair. */
const tones = [
  ['#e8c0a2', '#c08f70', '#6b4a2b'],
  ['#d9a98a', '#b98464', '#3b2a20'],
  ['#a97350', '#7d5036', '#1d1512'],
  ['#6f4a33', '#4b2f20', '#14100e'],
  ['#f0d2ba', '#cfa488', '#b08a4a'],
] as const

/** The photo of somebody who does not exist, in colour or as engraved by a laser: drawn, and yet a face to a network that finds faces. */
export function drawFace(x: number, y: number, width: number, height: number, random: Seeded): string {
  const [skin, shade, hair] = random.pick(tones)
  const id = `face-${random.whole(0, 1e6)}`
  const grey = random.pick([0, 0, 1])
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 100 130" preserveAspectRatio="xMidYMid slice">
    <defs><radialGradient id="${id}" cx="0.45" cy="0.45" r="0.65"><stop offset="0.3" stop-color="${skin}"/><stop offset="1" stop-color="${shade}"/></radialGradient>
    <filter id="${id}-print"><feGaussianBlur stdDeviation="0.9"/><feColorMatrix type="saturate" values="${1 - grey}"/></filter></defs>
    <rect width="100" height="130" fill="#c9d2da"/>
    <g filter="url(#${id}-print)">
    <path d="M5 130 Q10 104 38 100 L62 100 Q90 104 95 130Z" fill="#39424f"/><rect x="39" y="84" width="22" height="24" rx="8" fill="${shade}"/>
    <ellipse cx="50" cy="50" rx="31" ry="38" fill="${hair}"/><ellipse cx="50" cy="62" rx="25" ry="33" fill="url(#${id})"/>
    <path d="M25 52 Q30 24 52 26 Q74 26 75 52 Q66 36 50 37 Q34 36 25 52Z" fill="${hair}"/>
    <g fill="${shade}"><ellipse cx="24.5" cy="62" rx="3.5" ry="7"/><ellipse cx="75.5" cy="62" rx="3.5" ry="7"/></g>
    <path d="M32 53 Q39 48.5 46 52.5 M54 52.5 Q61 48.5 68 53" stroke="${hair}" stroke-width="2.6" fill="none"/>
    <g fill="${shade}" opacity="0.7"><ellipse cx="39" cy="59" rx="7.5" ry="4.5"/><ellipse cx="61" cy="59" rx="7.5" ry="4.5"/></g>
    <g fill="#f3efe9"><ellipse cx="39" cy="59" rx="5" ry="2.6"/><ellipse cx="61" cy="59" rx="5" ry="2.6"/></g>
    <g fill="#2a1c14"><circle cx="39" cy="59" r="2.5"/><circle cx="61" cy="59" r="2.5"/></g>
    <path d="M48 60 Q46 70 44.5 74 Q50 78.5 55.5 74 Q54 70 52 60" fill="${shade}" opacity="0.55"/>
    <g fill="#5a3526"><ellipse cx="46.5" cy="74.5" rx="2" ry="1.1"/><ellipse cx="53.5" cy="74.5" rx="2" ry="1.1"/></g>
    <path d="M39 83 Q45 80.5 50 82 Q55 80.5 61 83 Q50 90.5 39 83Z" fill="#a8554a"/><path d="M39 83 Q50 85 61 83" stroke="#6b2f2a" fill="none"/>
    <ellipse cx="50" cy="92" rx="9" ry="2" fill="${shade}" opacity="0.5"/></g></svg>`
}
