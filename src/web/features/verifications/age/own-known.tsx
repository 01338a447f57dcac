import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isUsable } from '../../../../domain/evidence/kept-proof.ts'
import words from '../../../../words/en/kept-proof.ts'
import { profileQuery } from '../../../api/account.ts'
import { keptProofQuery } from '../../../api/kept-proof.ts'
import { KnownInUse, OfferKnown } from '../../../shared/kept-proof/known-already.tsx'
import type { WizardForm } from '../wizard/use-wizard-form.ts'
import { pickOwnParts } from '../wizard/wizard-values.ts'

/**
 * The creator's kept reading: offered above a photo and an ID if it can be used, and replacing them while it is
 * (ONCE-9).
 */
export default function OwnKnown({ form, mayOffer }: { form: WizardForm; mayOffer: boolean }) {
  const { fullName, dateOfBirth: typed, signatureDate: day, keptProofId } = form.values
  const { data: kept } = useQuery(keptProofQuery)
  const { data: profile } = useQuery(profileQuery)
  const birthDate = { typed, profile: profile?.dateOfBirth ?? null }
  const canBeUsed = Boolean(kept && isUsable(kept, { fullName, day, birthDate }))
  const drop = () => form.setFieldValue('keptProofId', '')
  // Deleted, expired, or replaced since the draft was saved.
  const dropLost = useEffectEvent(drop)
  const isLost = keptProofId !== '' && kept !== undefined && kept?.id !== keptProofId
  useEffect(() => {
    if (isLost) dropLost()
  }, [isLost])
  if (pickOwnParts(form.values).isKept)
    return <KnownInUse kept={kept ?? null} isUsable={canBeUsed} onNotUse={drop} />
  if (!mayOffer || !kept || !canBeUsed) return null
  const use = () => form.setValues({ asked: 'id_or_kept', keptProofId: kept.id })
  return <OfferKnown kept={kept} note={words.offerToBoth} onUse={use} />
}
