import { describe, expect, it } from 'vitest'
import { describeOddity } from '../../words/record.ts'
import { isSignedUnlike, listOddities, listShared, type Party } from './record.ts'

const signed = (party: Party, printedName: string, signature = printedName) => ({
  party,
  printedName,
  signature,
})
const file = (party: Party, category: 'selfie' | 'id', sha256: string) => ({ party, category, sha256 })

describe('a signature', () => {
  it.each([
    ['Łucja Nowak', 'Łucja Nowak'],
    ['lucja nowak', 'Łucja Nowak'],
    ['Nowak, Łucja', 'Łucja Nowak'],
    ['L. Nowak', 'Lucja Nowak'],
    ['Sam', 'Sam O’Neill'],
    ['', 'Sam O’Neill'],
    ['Sam', ''],
    ['王小明', '王小明'],
  ])('%j resembles the name %j', (signature, name) => {
    expect(isSignedUnlike(signature, name)).toBe(false)
  })

  it.each([
    ['Mickey Mouse', 'Łucja Nowak'],
    ['Łucja Kowalska', 'Łucja Nowak'],
    ['王大明', '王小明'],
    ['x', 'Łucja Nowak'],
    ['?', 'Łucja Nowak'],
  ])("%j doesn't resemble the name %j (EVIDENCE-16)", (signature, name) => {
    expect(isSignedUnlike(signature, name)).toBe(true)
  })
})

describe('the list of oddities', () => {
  it('is empty when both signed with their own names and uploaded four different files (EVIDENCE-16)', () => {
    expect(
      listOddities({
        signatures: [signed('creator', 'Ada Lovelace'), signed('third_party', 'Sam O’Neill')],
        evidence: [
          file('creator', 'selfie', 'a'),
          file('creator', 'id', 'b'),
          file('third_party', 'selfie', 'c'),
          file('third_party', 'id', 'd'),
        ],
        shared: [],
      }),
    ).toEqual([])
  })

  it('describes differing signatures, identical files and everything shared (EVIDENCE-16, EVIDENCE-18)', () => {
    const odd = listOddities({
      signatures: [
        signed('creator', 'Ada Lovelace', 'A. Byron'),
        signed('third_party', 'Sam O’Neill', 'Kim'),
      ],
      evidence: [
        file('creator', 'selfie', 'a'),
        file('creator', 'id', 'a'),
        file('third_party', 'selfie', 'a'),
        file('third_party', 'id', 'd'),
      ],
      shared: ['same_browser', 'same_document', 'same_network'],
    })
    expect(listShared(odd)).toEqual(['same_document', 'same_network', 'same_browser'])
    expect(odd.map(describeOddity)).toEqual([
      'The creator signed with a different name from the one in this record.',
      'The third party signed with a different name from the one in this record.',
      'The creator gave the same file as their photo and as their identity document.',
      'Both people gave the same file: as the creator’s photo and as the third party’s photo.',
      'Both people gave the same file: as the creator’s identity document and as the third party’s photo.',
      'Both people gave the same identity document.',
      'Both people used the same network, such as one Wi-Fi or one mobile provider.',
      'Both people used the same browser.',
    ])
  })
})
