/** What the consent text comes to in five sentences, each with the words of its parts that it stands for (FORM-15). */
export const consentSummary: readonly {
  sentence: string
  /** What the parts of the text say, in every version and for both kinds. */
  standsFor: readonly { part: string; says: string }[]
}[] = [
  {
    sentence: 'Both of you state that you are at least 18, and that what you give is true and your own.',
    standsFor: [
      {
        part: 'representations',
        says: 'Each party states that they are at least 18 years old, that the details and documents they provide are true and their own',
      },
    ],
  },
  {
    sentence: 'It is a record. It is not consent to any act, meeting or relationship.',
    standsFor: [{ part: 'purpose', says: 'It is not consent to any act, meeting or relationship' }],
  },
  {
    sentence:
      'You may decline, and later withdraw for the future, without giving a reason. Withdrawing does not erase that the record was made.',
    standsFor: [
      { part: 'introduction', says: 'Either may decline, without giving a reason' },
      {
        part: 'duration',
        says: 'Either party may withdraw it at any time, without giving a reason, for the future. A withdrawal is added to the record; it does not erase that the record was made.',
      },
    ],
  },
  {
    sentence:
      'Photos and IDs are stored encrypted and used for this record alone. Neither of you may pass them on, except to a court, an authority or a legal adviser.',
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
    sentence:
      'The service does not check IDs with the authorities that issued them, and does not promise that anybody is who they say they are.',
    standsFor: [
      {
        part: 'liability',
        says: 'It does not check identity documents with the authorities that issued them, and it does not promise that a party is who they say they are.',
      },
    ],
  },
]
