import { type CalendarDate, isCalendarDate } from '../calendar-date.ts'

/**
 * The abbreviations of the months in English, French and Spanish: states that print letters use one of these languages
 * (ICAO 9303-3, 3.3).
 */
const months = 'JAN|ENE,FEB|FEV,MAR,APR|AVR|ABR,MAY|MAI,JUN,JUL,AUG|AOU|AGO,SEP,OCT,NOV,DEC|DIC'.split(',')

/**
 * A day in digits with a year of four, or with its month in letters, where the year may have two digits. A day of one
 * digit has lost the other one.
 */
const inDigits =
  /(?<!\d)(?:(\d{2})[ .,:/-]{0,3}(\d{2})[ .,:/-]{0,3}((?:19|20)\d\d)|((?:19|20)\d\d)[ .,:/-]{0,3}(\d{2})[ .,:/-]{0,3}(\d{2}))(?!\d)/g
const inLetters = /(?<!\d)(\d{2})[ .,/-]{0,3}([A-Z][A-Z ./-]{1,20}?)[ .,/-]{0,3}((?:19|20)\d\d|\d\d)(?!\d)/g

/**
 * Every full date in a line of print, each with the days that it may mean: the order of month and day isn't known, and
 * neither is the century of two digits.
 */
export function listPrintedDates(line: string): CalendarDate[][] {
  const bare = line.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  // Two dates beside each other may have been read as one number.
  const text = bare.replace(/(?<!\d)(\d{8})(?=\d{8}(?!\d))/g, '$1 ')
  const digits = [...text.matchAll(inDigits)].map(([, one = '', two = '', year = '', first = '', ...rest]) =>
    year
      ? [toDay(year, two, one), toDay(year, one, two)]
      : [toDay(first, rest[0] ?? '', rest[1] ?? ''), toDay(first, rest[1] ?? '', rest[0] ?? '')],
  )
  const letters = [...text.matchAll(inLetters)].map(([, day = '', words = '', year = '']) =>
    findMonths(words).flatMap((month) =>
      (year.length === 4 ? [year] : [`19${year}`, `20${year}`]).map((full) => toDay(full, month, day)),
    ),
  )
  return [...digits, ...letters]
    .map((days) => days.filter((day) => isCalendarDate(day)))
    .filter((days) => days.length > 0)
}

const toDay = (year: string, month: string, day: string): CalendarDate => `${year}-${month}-${day}`

function findMonths(words: string): string[] {
  return months.flatMap((names, at) =>
    new RegExp(`\\b(?:${names})`).test(words) ? [`${at + 1}`.padStart(2, '0')] : [],
  )
}
