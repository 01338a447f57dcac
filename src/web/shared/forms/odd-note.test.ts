import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { StoredDocument } from '../../../contract/verification.ts'
import { ownOddityWords } from '../../../words/record.ts'
import type { Upload } from '../upload/use-upload.ts'
import { SameFileNote } from './odd-note.tsx'

const stored = (sha256: string) =>
  ({ state: { phase: 'stored', document: { sha256 } as StoredDocument } }) as Upload
const empty = { state: { phase: 'empty' } } as Upload

function showsNote(selfie: Upload, id: Upload): boolean {
  const note = createElement(SameFileNote, { selfie, id })
  return renderToStaticMarkup(createElement(MantineProvider, null, note)).includes(ownOddityWords.sameFile)
}

it('warns when photo and ID are one file, and otherwise not (EVIDENCE-16)', () => {
  expect(showsNote(stored('a'), stored('a'))).toBe(true)
  expect(showsNote(stored('a'), stored('b'))).toBe(false)
  expect(showsNote(stored('a'), empty)).toBe(false)
  expect(showsNote(empty, empty)).toBe(false)
})
