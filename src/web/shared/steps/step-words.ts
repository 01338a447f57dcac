/** What every page with steps says. */
export const stepWords = {
  stepOf: (number: number, of: number) => `Step ${number} of ${of}`,
  unfinished: 'not finished',
  previous: 'Previous',
  next: 'Next',
  required: 'What is marked with * is needed.',
} as const
