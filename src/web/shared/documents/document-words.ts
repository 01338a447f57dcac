/** The names of the documents (design, accessible names) and what is said about them. */
export const documentWords = {
  yourPhoto: 'Your photo',
  yourId: 'Your ID',
  thirdPartyPhoto: "Third party's photo",
  thirdPartyId: "Third party's ID",
  documents: 'Verification documents',
  retry: 'Retry',
  reload: 'Reload',
  notShown: (name: string) => `${name} could not be shown.`,
  openPdf: (name: string) => `${name} (PDF, opens in a new tab)`,
} as const
