import { SimpleGrid } from '@mantine/core'
import words from '../../../words/en/consent-document.ts'
import { describeDay } from '../time/moment.tsx'
import type { DocumentParts } from './document-parts.ts'
import { Facts } from './facts.tsx'
import { Section } from './section.tsx'

/** Who makes this document with whom; the two ages only on age verifications. */
export function Parties({ parts }: { parts: DocumentParts }) {
  const ages =
    parts.type === 'age'
      ? [
          { name: words.platformAge, value: parts.thirdPartyPlatformAge ?? words.notGiven },
          { name: words.claimedAge, value: describeClaimedAge(parts) },
        ]
      : []
  return (
    <Section title={words.parties}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Facts
          title={words.creator}
          facts={[
            { name: words.fullName, value: parts.fullName },
            { name: words.dateOfBirth, value: describeDay(parts.dateOfBirth) },
          ]}
        />
        <Facts
          title={words.thirdParty}
          facts={[
            { name: words.name, value: parts.thirdPartyName || words.erased },
            { name: words.socialMediaName, value: parts.thirdPartySocialMediaName || words.erased },
            { name: words.platform, value: parts.platformName || words.erased },
            ...ages,
          ]}
        />
      </SimpleGrid>
    </Section>
  )
}

function describeClaimedAge({ thirdPartyClaimedAge, thirdPartyPlatformAge }: DocumentParts): string {
  if (thirdPartyClaimedAge) return thirdPartyClaimedAge
  return thirdPartyPlatformAge ? words.sameAsPlatformAge : words.notGiven
}
