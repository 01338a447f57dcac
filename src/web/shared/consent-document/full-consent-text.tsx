import { Text, Title } from '@mantine/core'
import { findConsentText } from '../../../domain/verification/consent-text.ts'
import type { VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/consent-document.ts'
import classes from './consent-text.module.css'

type FullConsentTextProps = {
  version: string
  kind: VerificationKind
  /** Only the first so many parts. */
  parts?: number
  /** The id of a part's heading, for links that lead to it. */
  getAnchor?: ((part: string) => string) | undefined
}

/** The words that are signed, in the version that the verification was made with. */
export function FullConsentText({ version, kind, parts, getAnchor }: FullConsentTextProps) {
  const text = findConsentText(version, kind)
  if (!text) return <Text role="alert">{words.unknownVersion}</Text>
  return (
    <div className={classes['text']}>
      {text.sections.slice(0, parts).map(({ id, heading, paragraphs }) => (
        <div key={id}>
          <Title order={3} {...(getAnchor ? { id: getAnchor(id), tabIndex: -1 } : {})}>
            {heading}
          </Title>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ))}
      {parts === undefined ? (
        <Text size="sm" c="dimmed">
          {words.version({ version })}
        </Text>
      ) : null}
    </div>
  )
}
