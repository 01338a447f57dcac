import type { CalendarDate } from '../calendar-date.ts'
import type { DocumentKind, DocumentSource } from '../evidence/evidence.ts'

/** The content of a document. It is compared and then discarded; only the kind and the issuing state are kept. */
export type DocumentContent = {
  kind: DocumentKind
  readFrom: DocumentSource['readFrom']
  /** ICAO code of the state, such as `POL` or `D`. */
  issuingState: string
  /** As written in the document, without fillers. It is compared and then discarded. */
  number: string
  /** In capitals, as printed or encoded; empty where the document has none, or where it couldn't be read. */
  surname: string
  givenNames: string
  /** Whether the names fill their field to its end, so that the rest may have been cut off. */
  namesTruncated: boolean
  dateOfBirth: CalendarDate
  expiresOn: CalendarDate
}

/** The reason why a reading is inconclusive. */
export type ContentFault = 'two_documents' | 'not_a_document' | 'specimen' | 'unreadable'

/** The digit that an OCR engine may have misread as each letter. */
export const digitFor: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}

/** A text in one spelling for all letters and digits that an OCR engine confuses. */
export function foldDigits(text: string): string {
  return [...text].map((character) => digitFor[character] ?? character).join('')
}

/** The letter that an OCR engine may have misread as each digit. */
export const letterFor: Record<string, string> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
}
