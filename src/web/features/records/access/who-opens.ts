import type { RecordView } from '../../../../contract/record.ts'
import type { DocumentView } from '../../../../contract/verification.ts'
import words from '../../../../words/en/record-access.ts'

/**
 * Who can open which photos and IDs of a record, in sentences for its third party: theirs and the creator's to themselves, theirs to the creator
 * by the creator's plan (PLAN-7, OWNER-4). Nothing about what was never given or is destroyed.
 */
export function describeWhoOpens({
  documents,
  creatorOpens,
  form,
}: Pick<RecordView, 'documents' | 'creatorOpens' | 'form'>): string[] {
  const own = present(documents.thirdPartySelfie, documents.thirdPartyId)
  const theirs = present(documents.creatorSelfie, documents.creatorId)
  if (!own && !theirs) return []
  const toReader = openToReader(own !== null, theirs !== null, form.fullName)
  if (!own) return [toReader]
  if (isWithheld(documents.thirdPartySelfie) || isWithheld(documents.thirdPartyId))
    return [toReader, words.withheldFromCreator({ creator: form.fullName, files: own })]
  return [toReader, words.openToCreator[creatorOpens]({ creator: form.fullName, files: own })]
}

function openToReader(own: boolean, theirs: boolean, creator: string): string {
  if (!theirs) return words.openToYou.own
  return own ? words.openToYou.all({ creator }) : words.openToYou.theirs({ creator })
}

/** "your photo and ID", by what of it is there; null where nothing is. */
function present(selfie: DocumentView | null, id: DocumentView | null): string | null {
  const isPhotoThere = selfie?.state === 'open'
  if (id?.state === 'open') return isPhotoThere ? words.pictures.both : words.pictures.id
  return isPhotoThere ? words.pictures.photo : null
}

/** Whether a picture of the reader's own is there for a legal hold alone, so that nobody else opens it. */
function isWithheld(view: DocumentView | null): boolean {
  return view?.state === 'open' && view.isWithheld === true
}
