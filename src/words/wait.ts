import words from './en/wait.ts'

/** The wait as the end of a sentence: "Please try again in 12 minutes." Never shorter than the actual time. */
export function describeWait(seconds: number): string {
  if (seconds < 100) return words.seconds({ count: Math.max(1, Math.ceil(seconds)) })
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? words.minutes({ count: minutes }) : words.hours({ count: Math.ceil(minutes / 60) })
}

/** The same for a known time, otherwise "later". */
export function describeWaitUntil(seconds: number | undefined): string {
  return seconds === undefined ? words.later : describeWait(seconds)
}
