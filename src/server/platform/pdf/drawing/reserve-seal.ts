import type { Paper } from './paint.ts'

/** Room for the signature with its own certificate and a timestamp with those of its authority. */
const reservedBytes = 12 * 1024

/** As wide as the offset of any file that fits into memory. */
const tenDigits = 9_999_999_999

/** What pdfkit has for forms that a person fills; of these it is told that there is one without fields of its own kinds. */
type FormParts = {
  _root: { data: Record<string, unknown> }
  _acroform: { fonts: Record<string, never>; defaultFont: string }
}
type Written = { offset: number }

/**
 * Puts a signature field that shows nothing on the first page, with empty room for a PAdES signature (ETSI EN 319 142-1) over the whole file.
 * `at` becomes its /M entry, the only place where that standard wants the claimed time.
 *
 * It certifies the document with DocMDP level 1 (ISO 32000-2, 12.8.2.2): a reader calls any later change one, an appended one too.
 *
 * The room grows by `chainBytes`, for the certificates that vouch for the seal's own.
 *
 * Answers where the signature's dictionary will begin in the file, in bytes.
 */
export function reserveSeal(paper: Paper, at: Date, chainBytes: number): number {
  const parts = paper as unknown as FormParts
  const certifies = {
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
  }
  const signature = paper.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, tenDigits, tenDigits, tenDigits],
    Contents: new Uint8Array(reservedBytes + chainBytes),
    M: at,
    Reference: [certifies],
  })
  signature.end(null)
  paper.switchToPage(0)
  const field = paper.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // A string and not a name: pdfkit tells them apart by this.
    T: Object('Seal'),
    V: signature,
    // Printed, as PDF/A wants it of all, and locked.
    F: 132,
    Rect: [0, 0, 0, 0],
    P: paper.page.dictionary,
  })
  field.end(null)
  paper.page.annotations.push(field)
  parts._acroform = { fonts: {}, defaultFont: 'none' }
  parts._root.data['AcroForm'] = paper.ref({ Fields: [field], SigFlags: 3, DR: { Font: {} } })
  parts._root.data['Perms'] = { DocMDP: signature }
  return (signature as unknown as Written).offset
}
