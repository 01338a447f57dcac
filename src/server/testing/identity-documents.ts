import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Pictures of documents of people who do not exist, drawn once by a program and kept. */
export type IdentityDocument =
  | 'passport'
  | 'passport-of-a-minor'
  | 'passport-with-the-print-of-another'
  | 'identity-card'
  | 'larger-identity-card'
  | 'us-licence'
  | 'uk-licence'
  | 'two-passports'

/**
 * Who is on them: Łucja Nowak, born on 17 April 1990; the minor, Antoni Nowak, on 12 March 2008, which is 17 years and
 * 364 days before the tests.
 */
export async function pictureOfDocument(name: IdentityDocument): Promise<Uint8Array> {
  return new Uint8Array(await readFile(join(import.meta.dirname, 'identity-documents', `${name}.jpg`)))
}
