import { makeFileLimits } from './file-rules.ts'
import type { UploadState } from './upload-state.ts'
import type { Upload } from './use-upload.ts'

const doNothing = () => {}

/** The upload of an ID in a state, whose buttons do nothing: for samples and tests. */
export function makeSampleUpload(state: UploadState): Upload {
  return {
    category: 'id',
    limits: makeFileLimits(10 * 1024 * 1024),
    state,
    refusal: null,
    choose: doNothing,
    retry: doNothing,
    clear: doNothing,
    restore: doNothing,
    look: () => doNothing,
  }
}
