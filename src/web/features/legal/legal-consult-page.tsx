import { Alert, Button, Card, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react'
import { useRef } from 'react'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/legal.ts'
import { readSite } from '../../api/site.ts'
import { copyText, useCopyTick } from '../../shared/browser.ts'
import { ProtectionNote } from '../../shared/link/link-frame.tsx'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import classes from './legal-consult-page.module.css'

const w = words.consult

export function meta() {
  return [{ title: `${w.title} · ${productName}` }, { name: 'description', content: w.lead }]
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
      showToast({ kind: 'success', title: w.copied, description: w.copiedNext })
    } else showToast({ kind: 'error', title: w.copyFailed, description: w.copyFailedNext })
  }
  return (
    <div className={classes['page']}>
      <PageHeading lead={w.lead}>{w.title}</PageHeading>
      <Card>
        <Title order={2} size="h3">
          {w.contact}
        </Title>
        <div className={classes['address']}>
          <TextInput
            ref={field}
            className={classes['email'] ?? ''}
            label={w.email}
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
            {w.copy}
          </Button>
          <Button
            component="a"
            href={`mailto:${legalEmail}`}
            variant="default"
            leftSection={<IconMail size={18} aria-hidden="true" />}
          >
            {w.write}
          </Button>
        </div>
        <Text size="sm" c="dimmed" mt="sm">
          {w.notAdvice}
        </Text>
      </Card>
      <Card mt="md">
        <Title order={2} size="h3">
          {w.helpTitle}
        </Title>
        <ul className={classes['help']}>
          {w.help.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Card>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="md">
        <Card>
          <Title order={2} size="h3">
            {w.responseTitle}
          </Title>
          <Text mt="xs">{w.response}</Text>
        </Card>
        <Card>
          <Title order={2} size="h3">
            {w.feeTitle}
          </Title>
          <Text mt="xs">{w.fee}</Text>
        </Card>
      </SimpleGrid>
      <Alert color="yellow" mt="md">
        {w.urgent}
      </Alert>
      <ProtectionNote />
    </div>
  )
}
