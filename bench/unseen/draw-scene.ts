/**
 * What lies around a document and on it, as SVG in millimetres of the table, whose origin is the document's upper left corner: wood, cloth,
 * newspapers, letters, a keyboard, other cards, a screen, the page above a passport's, and fingers that hold the edge.
 */

import { between, pick, type Random } from './chance.ts'
import { type Flat, write } from './draw-flat.ts'

export type Box = { x: number; y: number; width: number; height: number }

export const grounds = ['wood', 'cloth', 'newspaper', 'letter', 'keyboard', 'cards'] as const
export type Ground = (typeof grounds)[number]

const words =
  'the council said on Tuesday that water from River Tamsel would be back by 14 March after works costing 2.6 million since 1998 while neighbours of Harrow Lane asked why nothing had been heard of the bridge its keeper or 03457 trains each day'.split(
    ' ',
  )

/** A line of words that ends before `width`, so that columns don't run into each other. */
function drawWords(
  random: Random,
  font: 'serif' | 'sans',
  x: number,
  y: number,
  width: number,
  capital: number,
) {
  let text = ''
  for (let word = ''; (text.length + word.length) * capital * 0.8 < width; word = pick(random, words))
    text += `${word} `
  return write(font, [x, y], capital, text.trim(), { fill: '#2d2c2a' })
}

/** Columns of print with headlines, or the paragraphs of a letter, within a margin. */
function drawPrint(random: Random, box: Box, column: number, capital: number, font: 'serif' | 'sans') {
  const margin = font === 'serif' ? 3 : 20
  let inner = fillBox(box, font === 'serif' ? '#dcd7cb' : '#f3f3f0')
  for (let x = box.x + margin; x < box.x + box.width - margin; x += column + 5) {
    for (let y = box.y + margin; y < box.y + box.height - margin; y += capital * 2) {
      const grows = random() < 0.03 ? 1.8 : 1
      inner += drawWords(random, font, x, y + capital * (grows - 1), column, capital * grows)
      if (grows > 1 || (font === 'sans' && random() < 0.12)) y += capital * 2
    }
  }
  return inner
}

const fillBox = ({ x, y, width, height }: Box, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

/** Grain or threads, by the turbulence of the SVG filters, over a plain colour. */
function drawSurface(random: Random, box: Box, fill: string, frequency: string): string {
  const seed = Math.floor(random() * 999)
  return (
    `<filter id="surface" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="4" seed="${seed}"/>` +
    '<feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.06  0 0 0 0 0.03  0.9 0.5 0 0 -0.35"/></filter>' +
    fillBox(box, fill) +
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" filter="url(#surface)"/>`
  )
}

function drawKeyboard(random: Random, box: Box): string {
  const [shell, key, ink] = pick(random, [
    ['#16171a', '#2a2c31', '#cfd3d8'],
    ['#c5c8cc', '#eceef0', '#333'],
  ] as const)
  let inner = fillBox(box, shell)
  for (let y = box.y; y < box.y + box.height; y += 19) {
    for (let x = box.x; x < box.x + box.width; x += 19) {
      inner += `<rect x="${x}" y="${y}" width="16.5" height="16.5" rx="2" fill="${key}"/>`
      inner += write(
        'sans',
        [x + 3, y + 6],
        3.4,
        pick(random, [...'QWERTYUIOPASDFGHJKLZXCVBNM1234567890<']),
        { fill: ink },
      )
    }
  }
  return inner
}

/** A card of a shop or a library: no document, but with lines and numbers. */
function drawOtherCard(random: Random, x: number, y: number): string {
  const number = Array.from({ length: 4 }, () => `${1000 + Math.floor(random() * 8999)}`).join('  ')
  const name = pick(random, ['CITY LIBRARY', 'Fitness & Spa', 'GREEN GROCERS CLUB'])
  return (
    `<g transform="translate(${x} ${y}) rotate(${between(random, -14, 14)})"><rect width="85.6" height="54" rx="3.2" fill="hsl(${Math.floor(random() * 360)} 45% 42%)"/>` +
    `${write('bold', [6, 12], 4, name, { fill: '#fff' })}${write('ocr', [8, 34], 3.4, number, { fill: '#eee' })}${write('sans', [8, 46], 2.4, 'MEMBER SINCE 2019', { fill: '#eee' })}</g>`
  )
}

/** All that lies below the document; `isPassport` puts the page above it, `onScreen` shows it in the window of a program instead. */
export function drawTable(
  random: Random,
  box: Box,
  flat: Flat,
  ground: Ground,
  isPassport: boolean,
  onScreen: boolean,
): string {
  if (onScreen) {
    const window = { x: -14, y: -18, width: flat.width + 28, height: flat.height + 34 }
    return (
      fillBox(box, '#0b0c0e') +
      fillBox(window, '#e9eaec') +
      fillBox({ ...window, height: 9 }, '#c9ccd1') +
      write('sans', [-10, -12], 2.2, 'scan_0043.jpg — 100 %')
    )
  }
  const wood = () =>
    drawSurface(
      random,
      box,
      pick(random, ['#a9764a', '#c99e6c', '#6f4a30', '#d8c3a2']),
      random() < 0.5 ? '0.02 0.35' : '0.3 0.02',
    )
  let inner = ''
  if (ground === 'wood') inner = wood()
  if (ground === 'cloth')
    inner = drawSurface(random, box, pick(random, ['#54606e', '#8b3f3a', '#d9d5cc', '#20262b']), '0.9 0.9')
  if (ground === 'newspaper')
    inner = drawPrint(random, box, between(random, 38, 60), between(random, 1.5, 2.1), 'serif')
  if (ground === 'letter') {
    const page = { x: between(random, -70, -10), y: -90, width: 210, height: flat.height + 180 }
    inner = wood() + drawPrint(random, page, 170, between(random, 2, 2.6), 'sans')
  }
  if (ground === 'keyboard') inner = drawKeyboard(random, box)
  if (ground === 'cards')
    inner =
      wood() +
      drawOtherCard(random, between(random, -30, 30), -flat.height * 0.9) +
      drawOtherCard(random, between(random, -20, 50), flat.height * 0.93)
  if (isPassport) {
    inner += `<rect x="-1.5" y="-92" width="${flat.width + 3}" height="${flat.height + 94}" rx="3" fill="#5b2330"/><rect y="-90" width="${flat.width}" height="89.6" rx="2" fill="#ece6ea"/>`
    inner += write(
      'serif',
      [8, -70],
      1.8,
      'This passport contains 32 pages. Ce passeport contient 32 pages.',
      { fill: '#655' },
    )
    inner += write('sans', [28, -6], 2.4, 'Signature of bearer · Signature du titulaire', { fill: '#655' })
  }
  return inner
}

/** One to three fingers that come from beside the document and end on it, off the zone. */
export function drawFingers(random: Random, { width, height, zone }: Flat): string {
  const skin = pick(random, ['#e3b696', '#b9825b', '#6d4630'])
  const isOnTop = zone.y > height / 3
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => {
    const side = pick(random, ['left', 'right', 'end'] as const)
    const free = isOnTop
      ? between(random, 4, Math.max(5, zone.y - 13))
      : between(random, zone.y + zone.height + 11, height + 8)
    const [x, y, turn] =
      side === 'end'
        ? [20 + at * 21 + random() * 8, isOnTop ? 4 : height - 3, isOnTop ? 180 : 0]
        : side === 'left'
          ? [between(random, 2, 8), free, 90]
          : [width - between(random, 2, 8), free, -90]
    return (
      `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn})"><path d="M-8 60L-7.6 4Q-7 -4 0 -4.4Q7 -4 7.6 4L8 60Z" fill="${skin}"/>` +
      `<path d="M-4.8 3Q-5 -3 0 -3.4Q5 -3 4.8 3Q0 7 -4.8 3Z" fill="#f3d9cc" opacity="0.75"/></g>`
    )
  }).join('')
}
