import type { CalendarDate } from '../calendar-date.ts'
import type { DocumentKind, DocumentSource } from '../evidence/evidence.ts'

/** What a document says of its holder and itself. It is compared and forgotten; nothing of it is kept but kind and issuing state. */
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

/** Why what was seen says nothing. */
export type ContentFault = 'two_documents' | 'not_a_document' | 'specimen' | 'unreadable'
