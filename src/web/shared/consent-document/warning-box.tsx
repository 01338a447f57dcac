import { Alert } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { thirdPartyWarning } from '../../../domain/verification/consent-text.ts'
import words from '../../../words/en/consent-document.ts'
import classes from './warning-box.module.css'

/** What the third party reads before anything else. */
export function WarningBox() {
  return (
    <Alert
      color="yellow"
      title={words.warning}
      icon={<IconHandStop aria-hidden />}
      className={classes['box'] ?? ''}
    >
      <ul className={classes['list']}>
        {thirdPartyWarning.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}
