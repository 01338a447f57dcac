import { messages } from '../messages.ts'

/** What the dialog with an enlarged document says. */
export default messages('enlarged-document', {
  close: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show all of it',
  percent: '{percent} %',
  hint: 'Zoom with plus and minus, the wheel or two fingers, and look around with the arrows or by dragging.',
})
