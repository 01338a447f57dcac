/** The consent text in five sentences, each with the wording of the parts that it summarises (FORM-15). */
export const consentSummary: readonly {
  sentence: 'adults' | 'aRecord' | 'withdrawable' | 'stored' | 'unchecked'
  /** A summary of each part of the text, the same for every version and both kinds. */
  standsFor: readonly { part: string; says: string }[]
}[] = [
  {
    sentence: 'adults',
    standsFor: [
      {
        part: 'representations',
        says: 'Each party states that they are at least 18 years old, that the details and documents they provide are true and their own',
      },
    ],
  },
  {
    sentence: 'aRecord',
    standsFor: [{ part: 'purpose', says: 'It is not consent to any act, meeting or relationship' }],
  },
  {
    sentence: 'withdrawable',
    standsFor: [
      { part: 'introduction', says: 'Either may decline, without giving a reason' },
      {
        part: 'duration',
        says: 'Either party may withdraw it at any time, without giving a reason, for the future. A withdrawal is added to the record; it does not erase that the record was made.',
      },
    ],
  },
  {
    sentence: 'stored',
    standsFor: [
      {
        part: 'data-usage',
        says: 'Photos and identity documents are stored encrypted and are used for this record and for nothing else.',
      },
      {
        part: 'data-usage',
        says: 'Neither party may copy, publish or pass on what the other party provided, except to a court, a public authority or a legal adviser.',
      },
    ],
  },
  {
    sentence: 'unchecked',
    standsFor: [
      {
        part: 'liability',
        says: 'It does not check identity documents with the authorities that issued them, and it does not promise that a party is who they say they are.',
      },
    ],
  },
]
