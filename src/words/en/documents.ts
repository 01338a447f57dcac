import { messages } from '../messages.ts'

/** The accessible names of the documents, and what is said about them. */
export default messages('documents', {
  yourPhoto: 'Your photo',
  yourId: 'Your ID',
  thirdPartyPhoto: "Third party's photo",
  thirdPartyId: "Third party's ID",
  documents: 'Verification documents',
  retry: 'Retry',
  reload: 'Reload',
  withheld: '{name} is locked. It is kept for a legal hold alone, and destroyed when that ends.',
  notShown: '{name} could not be shown.',
  fullSize: 'Full size',
  download: 'Download',
  downloadOne: 'Download: {name}',
  openWhole: 'Full size: {name}',
  /** In the dialog with an enlarged one. */
  close: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all of it',
  percent: '{percent} %',
  hint: 'Zoom with plus and minus, the wheel or two fingers, and look around with the arrows or by dragging.',
})
