import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import { askedWords } from '../../../../words/evidence.ts'
import { Section } from '../../../shared/consent-document/section.tsx'

/** What the creator asks for, before anything is given (EVIDENCE-9). */
export function Asked({ form }: { form: Pick<ThirdPartyView, 'asksFor' | 'fullName'> }) {
  const { age, face, walletInsteadOfId } = form.asksFor
  const asked = [
    askedWords[age],
    ...(face ? [words.askedPhoto] : []),
    ...(age === 'declared' ? [walletInsteadOfId ? words.askedIdOrWallet : words.askedId] : []),
    words.askedSignature,
  ]
  return (
    <Section title={words.askedTitle} order={3}>
      <ul>
        {asked.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{age === 'wallet' ? words.toldByWallet({ name: form.fullName }) : words.toldByRecord}</p>
    </Section>
  )
}
