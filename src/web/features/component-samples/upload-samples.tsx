import type { Reading } from '../../../contract/document-reading.ts'
import { sampleReading } from '../../../contract/sample-reading.ts'
import { ReadingStatus } from '../../shared/reading/reading-status.tsx'
import type { ReadingState } from '../../shared/reading/use-reading.ts'
import { IdField } from '../../shared/upload/id-field.tsx'
import { makeSampleUpload } from '../../shared/upload/sample-upload.ts'
import { toRemovalFault, toUploadFailure } from '../../shared/upload/upload-fault.ts'
import { noUpload, type UploadState } from '../../shared/upload/upload-state.ts'
import { Group, Sample } from './sample.tsx'
import { photo } from './sample-documents.ts'

const file = new File([], 'passport-of-a-person-with-a-very-long-name-2026.jpg')
const makeFailed = (error: Error): UploadState => ({
  phase: 'failed',
  file,
  failure: toUploadFailure('id', error),
})

const states: Record<string, UploadState> = {
  empty: noUpload,
  'on its way': { phase: 'sending', file, sent: 0.4 },
  failed: makeFailed(new Error('failed')),
  'stored photo': { phase: 'stored', file: null, document: photo },
  'not removed': {
    phase: 'stored',
    file: null,
    document: photo,
    removal: toRemovalFault(new Error('failed')),
  },
}

const makeKnown = (reading: Partial<Reading>): ReadingState => ({
  phase: 'known',
  reading: { ...sampleReading, ...reading },
})

const readings: Record<string, ReadingState> = {
  'waits to be read': makeKnown({ state: 'waiting', before: 3, outcome: null }),
  'an ID that was read': makeKnown({}),
  'another name': makeKnown({ outcome: 'name_differs', nameAgrees: false }),
  'an unreadable ID': makeKnown({ outcome: 'unreadable' }),
  'somebody under 18': makeKnown({ outcome: 'under_age' }),
}

const doNothing = () => {}

/** A document on its way to the server. */
export function UploadSamples() {
  return (
    <Group title="Upload">
      {Object.entries(states).map(([name, state]) => (
        <Sample key={name} name={name}>
          <IdField
            upload={makeSampleUpload(state)}
            label={`Upload a valid ID (${name})`}
            name="Your ID"
            path="sample"
            error={null}
            onReload={doNothing}
          />
        </Sample>
      ))}
      {Object.entries(readings).map(([name, state]) => (
        <Sample key={name} name={name}>
          <ReadingStatus state={state} mayDeclare onBetter={doNothing} onAgain={doNothing} />
        </Sample>
      ))}
    </Group>
  )
}
