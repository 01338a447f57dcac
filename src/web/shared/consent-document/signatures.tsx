import { SimpleGrid, Title } from '@mantine/core'
import words from '../../../words/en/consent-document.ts'
import { describeDay } from '../time/moment.tsx'
import classes from './consent-text.module.css'
import type { DocumentParts } from './document-parts.ts'
import { Facts } from './facts.tsx'
import { Section } from './section.tsx'

/** Both signatures; the verifier's only once it was given. */
export function Signatures({ parts }: { parts: DocumentParts }) {
  const isCompleted = parts.thirdPartySignature !== null
  return (
    <Section title={words.signatures}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Signature
          title={words.creator}
          signature={parts.signature}
          printedName={parts.fullName}
          date={parts.signatureDate}
        />
        <Signature
          title={words.thirdParty}
          signature={parts.thirdPartySignature}
          printedName={isCompleted ? parts.thirdPartyName : null}
          date={parts.thirdPartySignatureDate}
        />
      </SimpleGrid>
    </Section>
  )
}

type SignatureProps = {
  title: string
  signature: string | null
  printedName: string | null
  date: string | null
}

function Signature({ title, signature, printedName, date }: SignatureProps) {
  return (
    <div>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <div className={classes['signature']} data-empty={signature ? undefined : true}>
        {signature ?? words.notSigned}
      </div>
      {signature ? (
        <Facts
          facts={[
            { name: words.printedName, value: printedName ?? words.notGiven },
            { name: words.date, value: date ? describeDay(date) : words.notGiven },
          ]}
        />
      ) : null}
    </div>
  )
}
