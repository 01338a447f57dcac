import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import words from '../../../words/en/record.ts'
import { fetchRecordFile, type RecordAccess, type RecordDownload } from '../../api/records.ts'
import { saveFile } from '../../shared/files/save-file.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { describeFailure } from './failure-words.ts'

type DownloadButtonProps = {
  access: RecordAccess
  file: RecordDownload
  label: string
  isMain?: boolean
}

/** Saves one file of a record, or its evidence pack. */
export function DownloadButton({ access, file, label, isMain = false }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    setIsBusy(true)
    try {
      const { blob, name } = await fetchRecordFile(access, file)
      saveFile(blob, name)
    } catch (failure) {
      showToast({ kind: 'error', title: words.downloadFailed, description: describeFailure(failure) })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconDownload size="1.1em" aria-hidden />}
      loading={isBusy}
      onClick={download}
    >
      {label}
    </Button>
  )
}
