/** Until when somebody has to wait, in words that end a sentence: "Please try again in 12 minutes." Never less than it takes. */
export function waitWords(seconds: number): string {
  if (seconds < 100) return `in ${counted(Math.max(1, Math.ceil(seconds)), 'second')}`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? `in ${counted(minutes, 'minute')}` : `in ${counted(Math.ceil(minutes / 60), 'hour')}`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Stands in a refusal for when to come back. */
export const waitMark = '{wait}'

/** A refusal's sentence with the time in it, or with "later" where nobody knows it. */
export function withWait(sentence: string, seconds: number | undefined): string {
  return sentence.replace(waitMark, seconds === undefined ? 'later' : waitWords(seconds))
}
