import type { CalendarDate } from '../calendar-date.ts'
import type { DocumentKind, DocumentSource } from '../evidence/evidence.ts'

/** The content of a document. It is compared and discarded; only the kind and the issuing state are kept. */
export type DocumentContent = {
  kind: DocumentKind
  readFrom: DocumentSource['readFrom']
  /** ICAO code of the state, such as `POL` or `D`. */
  issuingState: string
  /** As the document writes it, without fillers. It is looked at and forgotten. */
  number: string
  /** In capitals, as printed or encoded; empty where the document has none, or where it was not to be read. */
  surname: string
  givenNames: string
  /** Whether the names fill their field to its end, so that what follows may have been cut off. */
  namesTruncated: boolean
  dateOfBirth: CalendarDate
  expiresOn: CalendarDate
}

/** Why a reading is inconclusive. */
export type ContentFault = 'two_documents' | 'not_a_document' | 'specimen' | 'unreadable'

/** Letters that a reader takes digits for. */
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

/** Digits that a reader takes letters for. */
export const letterFor: Record<string, string> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
}
