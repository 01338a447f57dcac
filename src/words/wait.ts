import words from './en/wait.ts'

/**
 * How long a person has to wait, in words that end a sentence: "Please try again in 12 minutes." Never less than it
 * takes.
 */
export function describeWait(seconds: number): string {
  if (seconds < 100) return words.seconds({ count: Math.max(1, Math.ceil(seconds)) })
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? words.minutes({ count: minutes }) : words.hours({ count: Math.ceil(minutes / 60) })
}

/** The same where it is known, or "later". */
export function describeWaitUntil(seconds: number | undefined): string {
  return seconds === undefined ? words.later : describeWait(seconds)
}
