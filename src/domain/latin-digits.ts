/**
 * A text with every decimal digit of any script, and every full-width sign, as ASCII has it: `٢٧` and `２７` are `27`. Each script's digits
 * stand together, from zero to nine.
 */
export function toLatinDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (isDigit(zero - 1)) zero -= 1
    return String((code - zero) % 10)
  })
}

const isDigit = (code: number) => code >= 0 && /^\p{Nd}$/u.test(String.fromCodePoint(code))
