import type { DocumentCategory } from '../document/document.ts'
import { isSameName } from '../identity-document/names-agree.ts'
import type { Party } from './party.ts'

/** What both people can have had, in the order in which a record names it. */
export const sharedThings = ['same_document', 'same_network', 'same_browser'] as const
export type Shared = (typeof sharedThings)[number]

type File = { party: Party; category: DocumentCategory }

/**
 * What somebody who reads a record should look at twice: nothing that is refused, since it may have a good reason. It is said to whoever does it
 * and stands in the record (EVIDENCE-16).
 */
export type Oddity =
  | { oddity: 'signature_unlike_name'; party: Party }
  /** Two of the files are the same to the last byte. */
  | { oddity: 'same_file'; files: readonly [File, File] }
  | { oddity: Shared }

/** What is odd in what two people signed and gave, and in how they came: the signatures first. */
export function listOddities(given: {
  signatures: readonly { party: Party; signature: string; printedName: string }[]
  evidence: readonly (File & { sha256: string })[]
  shared: readonly Shared[]
}): Oddity[] {
  return [
    ...given.signatures
      .filter(({ signature, printedName }) => isSignedUnlike(signature, printedName))
      .map(({ party }) => ({ oddity: 'signature_unlike_name' as const, party })),
    ...given.evidence.flatMap((one, index) =>
      given.evidence
        .slice(index + 1)
        .filter(({ sha256 }) => sha256 === one.sha256)
        .map((other) => ({ oddity: 'same_file' as const, files: [toFile(one), toFile(other)] as const })),
    ),
    ...sharedThings.filter((each) => given.shared.includes(each)).map((oddity) => ({ oddity })),
  ]
}

/** Those of a record's oddities that both people had. */
export function listShared(odd: readonly Oddity[]): Shared[] {
  return sharedThings.filter((each) => odd.some(({ oddity }) => oddity === each))
}

/** Whether a typed signature has other names than those of its person. One that is still empty has none. */
export function isSignedUnlike(signature: string, name: string): boolean {
  return signature.trim() !== '' && name.trim() !== '' && !isSameName(signature, name)
}

const toFile = ({ party, category }: File): File => ({ party, category })
