/** The accessible names of the documents, and what is said about them. */
export const documentWords = {
  yourPhoto: 'Your photo',
  yourId: 'Your ID',
  thirdPartyPhoto: "Third party's photo",
  thirdPartyId: "Third party's ID",
  documents: 'Verification documents',
  retry: 'Retry',
  reload: 'Reload',
  withheld: (name: string) =>
    `${name} is locked. It is kept for a legal hold alone, and destroyed when that ends.`,
  notShown: (name: string) => `${name} could not be shown.`,
  fullSize: 'Full size',
  download: 'Download',
  downloadOne: (name: string) => `Download: ${name}`,
  openWhole: (name: string) => `Full size: ${name}`,
} as const
