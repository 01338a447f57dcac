import type { MadeUpPerson } from './made-up-person.ts'

export type MrzFormat = 'td1' | 'td2' | 'td3'

/** Written apart from the product's own reading of it, so that one mistake is not made twice. */
function checkDigit(text: string): number {
  const weights = [7, 3, 1]
  return (
    [...text].reduce((sum, character, at) => {
      const code = character.charCodeAt(0)
      const value = character === '<' ? 0 : code >= 65 ? code - 55 : code - 48
      return sum + value * (weights[at % 3] ?? 0)
    }, 0) % 10
  )
}

const pad = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')
const appendCheckDigit = (text: string) => `${text}${checkDigit(text)}`
const shortenDate = (date: string) => date.slice(2).replaceAll('-', '')

/** The lines of a machine-readable zone (ICAO 9303-4 to -6). */
export function encodeMrz(format: MrzFormat, code: string, person: MadeUpPerson, optional = ''): string[] {
  const { surname, givenNames, state, sex } = person
  const names = `${surname.replaceAll(' ', '<')}<<${givenNames.replaceAll(' ', '<')}`
  const number = appendCheckDigit(pad(person.number, 9))
  const birth = appendCheckDigit(shortenDate(person.dateOfBirth))
  const expiry = appendCheckDigit(shortenDate(person.expiresOn))
  const from = pad(state, 3)
  if (format === 'td1') {
    const first = pad(`${pad(code, 2)}${from}${number}${optional}`, 30)
    const second = pad(`${birth}${sex}${expiry}${from}`, 29)
    const composite = checkDigit(`${first.slice(5)}${birth}${expiry}${second.slice(18)}`)
    return [first, `${second}${composite}`, pad(names, 30)]
  }
  const length = format === 'td2' ? 36 : 44
  const first = pad(`${pad(code, 2)}${from}${names}`, length)
  const rest = format === 'td2' ? pad(optional, 7) : appendCheckDigit(pad(optional, 14))
  const composite = checkDigit(`${number}${birth}${expiry}${rest}`)
  return [first, `${number}${from}${birth}${sex}${expiry}${rest}${composite}`]
}
