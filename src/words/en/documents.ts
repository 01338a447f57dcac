import { messages } from '../messages.ts'

/** The accessible names of the documents, and texts about them. */
export default messages('documents', {
  yourPhoto: 'Your photo',
  yourId: 'Your ID',
  thirdPartyPhoto: "Third party's photo",
  thirdPartyId: "Third party's ID",
  /** With the name of the person who gave it. */
  photoOf: '{name}’s photo',
  idOf: '{name}’s ID',
  documents: 'Verification documents',
  retry: 'Retry',
  reload: 'Reload',
  deleted: '{name} has been deleted.',
  allDeleted: 'The photos and IDs have been deleted.',
  withheld: '{name} is locked: a legal hold keeps it, and we delete it when the hold ends.',
  notShown: 'We couldn’t show {name}.',
  fullSize: 'Full size',
  download: 'Download',
  downloadOne: 'Download: {name}',
  openWhole: 'Full size: {name}',
  /** In the dialog with an enlarged document. */
  close: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all of it',
  percent: '{percent} %',
  hint: 'Zoom with plus and minus, the wheel or two fingers. Move with the arrows or by dragging.',
})
