import { Anchor } from '@mantine/core'
import { type MouseEvent, useEffect } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { findConsentText } from '../../../../domain/verification/consent-text.ts'
import documentWords from '../../../../words/en/consent-document.ts'
import words from '../../../../words/en/form.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../../shared/consent-document/consent-text-section.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import classes from './whole-text.module.css'

type WholeDocumentProps = {
  form: ThirdPartyView
  /** The part to begin at; null for the start. */
  part: string | null
}

/** Everything that is signed: contents, parties, the text in its version, the creator's own terms apart from it, and the signatures. */
export function WholeDocument({ form, part }: WholeDocumentProps) {
  useEffect(() => {
    if (part) showPart(part)
  }, [part])
  const { consentTextVersion, type, additionalInformation } = form
  const parts = (findConsentText(consentTextVersion, type)?.sections ?? []).map(({ id, heading }) => ({
    id,
    heading,
  }))
  const terms = additionalInformation ? [{ id: 'terms', heading: documentWords.additionalTerms }] : []
  return (
    <>
      <nav aria-label={words.contentsTitle} className={classes['contents']}>
        <ol>
          {[...parts, ...terms].map(({ id, heading }) => (
            <li key={id}>
              <Anchor href={`#${toAnchor(id)}`} mod="standalone" onClick={(event) => goToPart(event, id)}>
                {heading}
              </Anchor>
            </li>
          ))}
        </ol>
      </nav>
      <Parties parts={form} />
      <ConsentTextSection version={consentTextVersion} kind={type} getAnchor={toAnchor} />
      {additionalInformation ? (
        <div id={toAnchor('terms')} tabIndex={-1} className={classes['terms']}>
          <AdditionalTerms text={additionalInformation} by={form.fullName} />
        </div>
      ) : null}
      <Signatures parts={form} />
    </>
  )
}

const toAnchor = (part: string) => `text-${part}`

/** Without an entry in the history: Back is to close the text. */
function goToPart(event: MouseEvent, part: string) {
  event.preventDefault()
  showPart(part)
}

function showPart(part: string) {
  const heading = document.getElementById(toAnchor(part))
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
