import { describe, expect, it } from 'vitest'
import { claims, judgeScan } from '../testing/scans.ts'

/** The front of a licence, as its lines were read. */
const front = (number: string, ...names: string[]) => [
  'DRIVING LICENCE',
  ...names,
  '3. 17.04.1990 LONDON',
  '4a. 20.05.2021 4c. DVLA',
  '4b. 20.05.2031',
  `5. ${number} 35`,
  '8. MILL LANE, ARMAGH',
  'AM/B/f/k/q',
]
const judgeName = (fullName: string, lines: readonly string[]) =>
  judgeScan({ lines }, { ...claims, fullName })
const patterson = 'PATTE904170A99IJ'
const fernandes = 'FERNA904170MJ9IJ'

describe('the name on a licence of Great Britain (READING-20)', () => {
  it.each([
    ['Arthur Patterson', front(patterson, '1. PATTERSON', '2. MR ARTHUR')],
    ['Arthur Patterson', front(patterson, 'PATTERSON', '2.MRARTHUR')],
    ['Arthur Patterson', front(patterson, 'PATTERSON', 'DRARTHUR')],
    ['Arthur Patterson', front(patterson, 'PATTERSON', 'ZL', 'MR ARTHUR')],
    ['Sarah Patterson', front('PATTE954170S99IJ', 'PATTERSON', 'MRSSARAH')],
    ['Simon Patterson', front('PATTE904170S99IJ', 'PATTERSON', 'MRSIMON')],
    ['Drake Patterson', front('PATTE904170D99IJ', 'PATTERSON', 'DRAKE')],
    ['Arthur Patterson', front(patterson, 'PATTERSQN', 'MR ARTHUR')],
    ['Arthur Fieldings', front('FIELD904170A99IJ', 'FLELDINGS', 'MR ARTHUR')],
    ['Mary Jane Fernandes', front(fernandes, 'FEMANDES', 'MARYJANE')],
    ['Mary Jane Fernandes', front(fernandes, 'FERNANDES', 'MARYJANE')],
    ['Mary Jane Porter-Hall', front('PORTE954170MJ9IJ', 'PORTERHALL', 'MARY JANE')],
  ])('agrees where only alike letters or spaces were confused: %s, %j', (fullName, lines) => {
    expect(judgeName(fullName, lines)).toMatchObject({ outcome: 'read', nameAgrees: true })
  })
  it.each([
    ['Arthur Patterson', front(patterson, 'PATTERSON')],
    ['Patterson', front(patterson, 'PATTERSON')],
    ['Arthur Patterson', front(patterson, 'PATTERSON', 'MR RTHUR')],
    ['Arthur Patterson', front(patterson, 'PATTERSON', 'MR ARTHVR')],
    ['Arthur Patterson', front(patterson, 'PATTERSON', 'MR ARTUR')],
    ['Arthur Patterson', front(patterson, 'PATTERSON', 'MR ARTHURI')],
    ['Arthur Patterson', front(patterson, 'PATTERSUN', 'MR ARTHUR')],
    ['Arthur Patterson', front(patterson, 'PATTRSON', 'MR ARTHUR')],
    ['Arthur Patterson', front(patterson, 'J PATTERSON', 'MR ARTHUR')],
    ['Mary Fernandes', front(fernandes, 'FERNANDES', 'MARYJANE')],
    ['Mary Jane Fernandes', front(fernandes, 'FERNANDES', 'MARYJARE')],
    ['Arthur Smythe-Jones', front('SMYTH904170A99IJ', 'SMYTHE-TONES', 'MR ARTHVR')],
    // Two alike letters in one word may be another name.
    ['Liana Patterson', front('PATTE954170I99IJ', 'PATTERSON', 'ILANA')],
    ['Liam Patterson', front('PATTE904170L99IJ', 'PATTERSON', 'LLAM')],
  ])('counts as not read where it may have been misread: %s, %j', (fullName, lines) => {
    expect(judgeName(fullName, lines)).toMatchObject({
      outcome: 'name_differs',
      ageOver18: true,
      nameAgrees: null,
      birthDateAgrees: true,
      knownUntil: null,
    })
  })
  it.each([
    ['Arthur Smythe-Jones', front('SMITH904170A99IJ', 'SMITH', 'MR ARTHUR')],
    ['Arthur Smith', front('SMYTH904170A99IJ', 'SMYTHE-JONES', 'MR ARTHUR')],
    ['Arthur Smith', front('SMITH904170A99IJ', 'SMITHSON', 'MR ARTHUR')],
    ['Arthur Smyth', front('SMITH904170A99IJ', 'SMITH', 'MR ARTHUR')],
    ['Arthur Patterson', front('PETTE904170A99IJ', 'PETTERSON', 'MR ARTHUR')],
    ['Arthur Patterson', front('PETTE904170A99IJ', 'PETTERSON')],
    ['Andrew Patterson', front(patterson, 'PATTERSON', 'MR ARTHUR')],
    ['Jane Patterson', front('PATTE954170D99IJ', 'PATTERSON', 'DANE')],
    ['Anna Patterson', front('PATTE954170A99IJ', 'PATTERSON', 'ANNABEL')],
    ['Arthur Zoltan Patterson', front(patterson, 'PATTERSON', 'MR ARTHUR')],
    ['Arthur', front(patterson, 'PATTERSON', 'MR ARTHUR')],
    ['Łucja Nowak', front(patterson, 'PATTERSQN', 'MR ARTHVR')],
  ])('differs where field 5 or more than one letter shows another name: %s, %j', (fullName, lines) => {
    expect(judgeName(fullName, lines)).toMatchObject({
      outcome: 'name_differs',
      ageOver18: true,
      nameAgrees: false,
    })
  })
})
