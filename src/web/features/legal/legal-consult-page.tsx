import { Alert, Button, Card, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react'
import { useRef } from 'react'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/legal.ts'
import { readSite } from '../../api/site.ts'
import { copyText, useCopyTick } from '../../shared/browser.ts'
import { leftToRight } from '../../shared/forms/left-to-right.ts'
import { ProtectionNote } from '../../shared/link/link-frame.tsx'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { EnglishNote, inEnglish } from './english-note.tsx'
import classes from './legal-consult-page.module.css'

/** In English alone (WORDS-16), like the service it describes. */
const text = {
  title: 'Legal Consult',
  lead: 'Our legal team answers questions about a request, a record, or something that went wrong between the two people in it.',
  contact: 'Write to the legal team',
  email: 'Legal team email',
  copy: 'Copy email',
  write: 'Write an email',
  helpTitle: 'What we can help with',
  help: [
    'What a record shows, what it does not show, and how to keep it',
    'Someone gave false details or used another person’s documents',
    'Pressure, threats or blackmail around a verification',
    'Withdrawing consent, and asking for data to be deleted',
    'Giving a record to the police, a court or your own lawyer',
  ],
  responseTitle: 'Response time',
  response: 'We answer within 1 to 2 business days.',
  feeTitle: 'Fee',
  fee: 'A consultation costs £50 to £100, depending on severity. We tell you the price before anything begins.',
  urgent:
    'If someone is in danger now, call the emergency services first. In the United Kingdom: 999, or 101 if it can wait.',
  notAdvice:
    'Nothing in this product is legal advice. Only write what we need for a first answer, and don’t email identity documents.',
}

export function meta() {
  return [{ title: `${text.title} · ${productName}` }, { name: 'description', content: text.lead }]
}

/**
 * How to contact the legal team, for which matters, and its response time and fee. Its content is protected
 * (PROTECT-1).
 */
export default function LegalConsultPage() {
  const { legalEmail } = readSite()
  const field = useRef<HTMLInputElement>(null)
  const { isCopied, tick } = useCopyTick()
  const copy = async () => {
    if (await copyText(legalEmail, field.current)) {
      tick()
      showToast({ kind: 'success', title: words.copied, description: words.copiedNext })
    } else showToast({ kind: 'error', title: words.copyFailed, description: words.copyFailedNext })
  }
  return (
    <div className={classes['page']}>
      <EnglishNote />
      <div {...inEnglish}>
        <PageHeading lead={text.lead}>{text.title}</PageHeading>
        <Card>
          <Title order={2} size="h3">
            {text.contact}
          </Title>
          <div className={classes['address']}>
            <TextInput
              {...leftToRight}
              ref={field}
              className={classes['email'] ?? ''}
              label={text.email}
              value={legalEmail}
              readOnly
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button
              onClick={copy}
              leftSection={
                isCopied ? (
                  <IconCheck size={18} aria-hidden="true" />
                ) : (
                  <IconCopy size={18} aria-hidden="true" />
                )
              }
            >
              {text.copy}
            </Button>
            <Button
              component="a"
              href={`mailto:${legalEmail}`}
              variant="default"
              leftSection={<IconMail size={18} aria-hidden="true" />}
            >
              {text.write}
            </Button>
          </div>
          <Text size="sm" c="dimmed" mt="sm">
            {text.notAdvice}
          </Text>
        </Card>
        <Card mt="md">
          <Title order={2} size="h3">
            {text.helpTitle}
          </Title>
          <ul className={classes['help']}>
            {text.help.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Card>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="md">
          <Card>
            <Title order={2} size="h3">
              {text.responseTitle}
            </Title>
            <Text mt="xs">{text.response}</Text>
          </Card>
          <Card>
            <Title order={2} size="h3">
              {text.feeTitle}
            </Title>
            <Text mt="xs">{text.fee}</Text>
          </Card>
        </SimpleGrid>
        <Alert color="yellow" mt="md">
          {text.urgent}
        </Alert>
      </div>
      <ProtectionNote />
    </div>
  )
}
