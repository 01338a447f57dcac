import { Paper } from '@mantine/core'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { consentStatements } from '../../../../domain/verification/consent-text.ts'
import words from '../../../../words/en/form.ts'
import { readSite } from '../../../api/site.ts'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { HowKnown } from '../../../shared/consent-document/how-known.tsx'
import { Section } from '../../../shared/consent-document/section.tsx'
import { WarningBox } from '../../../shared/consent-document/warning-box.tsx'
import { Asked } from './asked.tsx'
import { describeFiles, findPicturesAsked } from './files-words.ts'
import classes from './signing-form.module.css'
import { type Answering, Statement } from './statement.tsx'
import { WhoAsks } from './who-asks.tsx'

/** Who asks for what, how what they say of themselves is known, and what becomes of what one gives. */
export function AskedStep({ form, ...answering }: Answering & { form: ThirdPartyView }) {
  const { retentionDays, linkLifeDays } = readSite()
  const { asksFor, fullName } = form
  const files = describeFiles(form)
  const pictures = findPicturesAsked(asksFor)
  return (
    <>
      <WarningBox />
      <Paper className={`${classes['paper']} ${classes['dense']}`}>
        <WhoAsks form={form} />
        <Asked form={form} />
        <HowKnown facts={form.howKnown} order={3} brief />
        <Section title={words.shareTitle} order={3}>
          <Facts
            facts={[
              { name: words.shareWith, value: words.shareWithText({ name: fullName }) },
              { name: words.shareWhat, value: words.shareWhatText[pictures ?? 'nothing'] },
              ...(files ? [{ name: words.shareOpen, value: files.opens }] : []),
              {
                name: words.shareHow,
                value: pictures
                  ? `${words.picturesUntil({ retentionDays })} ${words.documentStays({ linkLifeDays })}`
                  : words.documentStays({ linkLifeDays }),
              },
            ]}
          />
        </Section>
      </Paper>
      <Statement
        fault="identity_consent_required"
        label={consentStatements.identity}
        answer="identityConsent"
        {...answering}
      />
    </>
  )
}
