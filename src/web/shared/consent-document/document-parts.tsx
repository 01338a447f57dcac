import { Alert, SimpleGrid, Text, Title } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { ShownConsentText, VerificationForm } from '../../../contract/verification.ts'
import type { LanguageTag } from '../../../domain/language.ts'
import { isSignedUnlike, type Party } from '../../../domain/record/record.ts'
import words from '../../../words/en/consent-document.ts'
import { describeAddedTerms, describeOddity } from '../../../words/record.ts'
import { describeTextVersion } from '../../../words/text-version.ts'
import { isOtherLanguage, markLanguage, nameLanguage } from '../mark-language.ts'
import { describeDay } from '../time/moment.tsx'
import classes from './document-parts.module.css'
import { Facts, Section } from './facts.tsx'

/** The whole text, the added terms and the signatures. */
export function SignedText({ parts }: { parts: DocumentParts }) {
  return (
    <>
      <ConsentTextSection text={parts.consentText} />
      <OtherText text={parts.otherConsentText ?? null} />
      <AdditionalTerms parts={parts} />
      <Signatures parts={parts} />
    </>
  )
}

/** The two parties; their ages only in age verifications. */
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

/** Both signatures; the third party's only once it was given. */
export function Signatures({ parts }: { parts: DocumentParts }) {
  const isCompleted = parts.thirdPartySignature !== null
  return (
    <Section title={words.signatures}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Signature
          title={words.creator}
          party="creator"
          signature={parts.signature}
          printedName={parts.fullName}
          date={parts.signatureDate}
        />
        <Signature
          title={words.thirdParty}
          party="third_party"
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
  party: Party
  signature: string | null
  printedName: string | null
  date: string | null
}

function Signature({ title, party, signature, printedName, date }: SignatureProps) {
  return (
    <div>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <div className={classes['signature']} data-empty={signature ? undefined : true}>
        <bdi>{signature ?? words.notSigned}</bdi>
      </div>
      {signature ? (
        <Facts
          facts={[
            { name: words.printedName, value: printedName ?? words.notGiven },
            { name: words.date, value: date ? describeDay(date) : words.notGiven },
          ]}
        />
      ) : null}
      {isSignedUnlike(signature ?? '', printedName ?? '') ? (
        <p>
          <strong>{words.worthChecking}</strong> {describeOddity({ oddity: 'signature_unlike_name', party })}
        </p>
      ) : null}
    </div>
  )
}

/** The whole consent text as a part of the document. */
export function ConsentTextSection(props: FullConsentTextProps) {
  return (
    <Section title={words.fullText}>
      <FullConsentText {...props} />
    </Section>
  )
}

/** The other person's text, where they signed it in another language. */
function OtherText({ text }: { text: ShownConsentText | null }) {
  if (!text) return null
  return (
    <Section title={words.otherText({ language: nameLanguage(text.language) })}>
      <p>{words.bound}</p>
      <FullConsentText text={text} />
    </Section>
  )
}

type FullConsentTextProps = {
  /** Null where the server doesn't know its version any more. */
  text: ShownConsentText | null
  /** The id of a part's heading, for anchor links. */
  getAnchor?: ((part: string) => string) | undefined
}

/** The signed text, in its version and its language. */
export function FullConsentText({ text, getAnchor }: FullConsentTextProps) {
  if (!text) return <Text role="alert">{words.unknownVersion}</Text>
  return (
    <div className={classes['text']}>
      {text.sections.map(({ id, heading, paragraphs }) => (
        <div key={id} {...markLanguage(text.language)}>
          <Title order={3} {...(getAnchor ? { id: getAnchor(id), tabIndex: -1 } : {})}>
            {heading}
          </Title>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ))}
      <Text size="sm" c="dimmed">
        {words.version({ version: describeTextVersion(text.version) })}
      </Text>
    </div>
  )
}

/**
 * The creator's own terms, as typed and marked as theirs (RECORD-52); empty where there are none. A person who still has
 * to sign them is told that they aren't translated (FORM-31).
 */
export function AdditionalTerms({
  parts,
}: {
  parts: Pick<DocumentParts, 'additionalInformation' | 'fullName' | 'creatorLanguage' | 'thirdPartySignature'>
}) {
  const { additionalInformation: text, fullName: by, creatorLanguage, thirdPartySignature } = parts
  if (!text) return null
  return (
    <Section title={words.additionalTerms}>
      {by ? <p>{describeAddedTerms(by)}</p> : null}
      {thirdPartySignature === null ? <NotTranslated name={by} language={creatorLanguage} /> : null}
      <blockquote className={classes['terms']} {...markLanguage(creatorLanguage)} dir="auto">
        {text}
      </blockquote>
    </Section>
  )
}

/** Beside a person's own words in another language than the page. */
export function NotTranslated({ name, language }: { name: string; language: LanguageTag }) {
  return isOtherLanguage(language) ? <p>{words.notTranslated({ name })}</p> : null
}

export function WarningBox({ text }: { text: ShownConsentText | null }) {
  if (!text) return null
  return (
    <Alert mod="request" icon={<IconHandStop aria-hidden />} className={classes['box'] ?? ''}>
      <ul className={classes['list']} {...markLanguage(text.language)}>
        {text.warning.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}

/**
 * The parts of a verification in the consent document: all of them once it exists, and the parts typed so far while it
 * is being created.
 */
export type DocumentParts = Pick<
  VerificationForm,
  | 'type'
  | 'fullName'
  | 'dateOfBirth'
  | 'signature'
  | 'signatureDate'
  | 'thirdPartyName'
  | 'thirdPartySocialMediaName'
  | 'thirdPartyPlatformAge'
  | 'thirdPartyClaimedAge'
  | 'platformName'
  | 'additionalInformation'
  | 'consentText'
  | 'creatorLanguage'
  | 'validity'
  | 'thirdPartySignature'
  | 'thirdPartySignatureDate'
> &
  Partial<Pick<VerificationForm, 'otherConsentText'>>
