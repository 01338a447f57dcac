import { Alert } from '@mantine/core'
import { isSignedUnlike, type Shared } from '../../../domain/record/record.ts'
import { isLine } from '../../../domain/typed-text.ts'
import { ownOddityWords as words } from '../../../words/record.ts'
import type { Upload } from '../upload/use-upload.ts'

/**
 * Warns of a hint that the record will have, before the person continues; the input isn't refused (EVIDENCE-16).
 * Announced when it appears.
 */
function OddNote({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text ? (
        <Alert mod="request" role="none">
          {text}
        </Alert>
      ) : null}
    </div>
  )
}

/** Below a signature's field, shown after the field loses the focus (global.css). */
export function SignatureNote({ signature, name }: { signature: string; name: string }) {
  const isOdd = isLine(signature.trim()) && isSignedUnlike(signature, name)
  return <OddNote text={isOdd ? words.signature({ name: name.trim() }) : null} />
}

/** For things that the other person shares. */
export function SharedNotes({ shared }: { shared: readonly Shared[] }) {
  return shared.map((each) => <OddNote key={each} text={words.shared[each]} />)
}

/** For a photo and an ID that are one file. */
export function SameFileNote({ selfie, id }: { selfie: Upload; id: Upload }) {
  const isSame =
    selfie.state.phase === 'stored' &&
    id.state.phase === 'stored' &&
    selfie.state.document.sha256 === id.state.document.sha256
  return <OddNote text={isSame ? words.sameFile : null} />
}
