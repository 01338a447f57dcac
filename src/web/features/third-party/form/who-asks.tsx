import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import { Section } from '../../../shared/consent-document/section.tsx'
import { describeDay } from '../../../shared/time/moment.tsx'

/** Both people in two sentences, as the creator typed them (FORM-2). */
export function WhoAsks({ form }: { form: ThirdPartyView }) {
  return (
    <Section title={words.whoTitle} order={3}>
      <p>{words.creator({ name: form.fullName, bornOn: describeDay(form.dateOfBirth) })}</p>
      <p>{describeKnown(form)}</p>
    </Section>
  )
}

/** How the creator knows whoever is asked; the ages that were shown and claimed where it is about age. */
function describeKnown(form: ThirdPartyView): string {
  const { thirdPartyName, thirdPartySocialMediaName, platformName, type } = form
  const shown = form.thirdPartyPlatformAge ? [words.ageShown({ age: form.thirdPartyPlatformAge })] : []
  const claimed = form.thirdPartyClaimedAge ? [words.ageClaimed({ age: form.thirdPartyClaimedAge })] : []
  return [
    words.knownAs({
      name: thirdPartyName,
      socialMediaName: thirdPartySocialMediaName,
      platform: platformName,
    }),
    ...(type === 'age' ? [...shown, ...claimed] : []),
  ].join(' ')
}
