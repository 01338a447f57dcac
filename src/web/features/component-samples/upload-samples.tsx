import type { Reading } from '../../../contract/document-reading.ts'
import { ReadingStatus } from '../../shared/reading/reading-status.tsx'
import type { ReadingState } from '../../shared/reading/use-reading.ts'
import { fileLimits } from '../../shared/upload/file-rules.ts'
import { IdField } from '../../shared/upload/id-field.tsx'
import { removalFault, uploadFailure } from '../../shared/upload/upload-fault.ts'
import { noUpload, type UploadState } from '../../shared/upload/upload-state.ts'
import type { Upload } from '../../shared/upload/use-upload.ts'
import { Group, Sample } from './sample.tsx'
import { photo } from './sample-documents.ts'

const file = new File([], 'passport-of-a-person-with-a-very-long-name-2026.jpg')
const failed = (error: Error): UploadState => ({ phase: 'failed', file, failure: uploadFailure('id', error) })

const states: Record<string, UploadState> = {
  empty: noUpload,
  'on its way': { phase: 'sending', file, sent: 0.4 },
  failed: failed(new Error('failed')),
  'stored photo': { phase: 'stored', file: null, document: photo },
  'not removed': {
    phase: 'stored',
    file: null,
    document: photo,
    removal: removalFault(new Error('failed')),
  },
}

const read: Reading = {
  documentId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
  day: '2026-03-11',
  state: 'done',
  before: 0,
  triesLeft: 2,
  outcome: 'read',
  reason: null,
  kind: 'passport',
  readFrom: 'lines',
  issuingState: 'POL',
  ageOver18: true,
  nameAgrees: true,
  birthDateAgrees: true,
}
const known = (reading: Partial<Reading>): ReadingState => ({
  phase: 'known',
  reading: { ...read, ...reading },
})

const readings: Record<string, ReadingState> = {
  'waits to be read': known({ state: 'waiting', before: 3, outcome: null }),
  'an ID that was read': known({}),
  'another name': known({ outcome: 'name_differs', nameAgrees: false }),
  'an unreadable ID': known({ outcome: 'unreadable', reason: 'glare' }),
  'somebody under 18': known({ outcome: 'under_age' }),
}

const nothing = () => {}

function inState(state: UploadState): Upload {
  return {
    category: 'id',
    limits: fileLimits(10 * 1024 * 1024),
    state,
    refusal: null,
    choose: nothing,
    retry: nothing,
    clear: nothing,
    restore: nothing,
    look: () => nothing,
  }
}

/** A document on its way to the server. */
export function UploadSamples() {
  return (
    <Group title="Upload">
      {Object.entries(states).map(([name, state]) => (
        <Sample key={name} name={name}>
          <IdField
            upload={inState(state)}
            label={`Upload a valid ID (${name})`}
            name="Your ID"
            path="sample"
            error={null}
            onReload={nothing}
          />
        </Sample>
      ))}
      {Object.entries(readings).map(([name, state]) => (
        <Sample key={name} name={name}>
          <ReadingStatus state={state} mayDeclare onBetter={nothing} onAgain={nothing} />
        </Sample>
      ))}
    </Group>
  )
}
