const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const separators = ['', '.', '-', '/']

/** A birth date (`YYYY-MM-DD`) as people type it, whole and in parts that say something, lower case; nothing when it is no such date. */
export function listBirthDateWritings(date: unknown): string[] {
  if (typeof date !== 'string') return []
  const [, year = '', mm = '', dd = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  const name = months[Number(mm) - 1]
  if (name === undefined) return []
  const [m, d] = [String(Number(mm)), String(Number(dd))]
  const years = [year, year.slice(2)]
  const inDigits = years.flatMap((y) =>
    [
      [dd, mm, y],
      [d, m, y],
      [mm, dd, y],
      [m, d, y],
      [y, mm, dd],
      [mm, y],
      [dd, y],
      [y, dd],
    ].flatMap((parts) => separators.map((separator) => parts.join(separator))),
  )
  const inWords = [name, name.slice(0, 3)].flatMap((month) =>
    ['', year, year.slice(2)].flatMap((y) => [`${d}${month}${y}`, `${month}${d}${y}`, `${month}${y}`]),
  )
  return [year, ...inDigits, ...inWords]
}
