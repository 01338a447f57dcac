import { messages } from '../messages.ts'

/** The texts of uploads (UPLOAD). */
export default messages('upload', {
  invalidType: 'Invalid file type',
  imageOnly: 'Please upload a JPG or PNG image file',
  imageOrPdf: 'Please upload a JPG or PNG image file, or a PDF',
  heicUnread: 'We couldn’t open this HEIC photo. Take it here with the camera, or choose a JPG.',
  tooLarge: 'File too large',
  smallerThan: 'Please upload a file smaller than {megabytes}MB',
  smallerOrTaken:
    'Please upload a file smaller than {megabytes}MB. A photo taken here with the camera is always small enough.',
  empty: 'This file is empty. Please choose another one.',

  failed: 'Upload failed',
  failedText: 'There was an issue uploading your file. Please try again.',
  photoFailedText: 'There was an issue saving your photo',
  network: 'Network error',
  networkText: 'Please check your connection and try again.',
  unexpected: 'Upload error',
  unexpectedText: 'An unexpected error occurred during upload.',
  noSignedUrl: 'Failed to get signed URL',
  noUrl: 'No URL returned from upload',
  authentication: 'Authentication required',
  photoAuthentication: 'Please log in to save photos to your account',
  directAuthentication: 'Please log in to upload files',
  photoSaved: 'Photo saved',

  preparing: 'Upload system is being prepared. Please try again in a moment.',
  systemIssue: 'Upload system issue',

  rules: 'JPG, PNG, HEIC or PDF. Max size: {megabytes}MB.',
  rulesApart: 'JPG, PNG, HEIC or PDF. Max size: {pdfMb}MB as a PDF, {photoMb}MB as a photo.',
  photographId: 'Take a photo of your ID',
  photographIdHint: 'Lay it flat in even light, fill the frame, and check that you can read every line.',
  orDrop: 'or drop it here',

  uploading: 'Uploading {name}',
  beforeLeaving: 'Your files are still uploading. You can go on once they’ve arrived.',
  keptForRetry: 'Your file is still here. We’ll send it when you’re back online.',
  retryUpload: 'Retry Upload',
  cancelUpload: 'Cancel upload',
  remove: 'Remove',
  notRemoved: 'We couldn’t remove it',
  stillStored: 'This file is still stored.',
  /** The same at its place on the page. */
  notRemovedHere: '{title}. {description}',
  /** Why a file was refused, at its field. */
  refused: '{title}: {description}',
  stored: 'Saved and encrypted',
})
