/** How often a party may have a document read for one request; after that what they typed stays declared. */
export const maxReadingTries = 3
