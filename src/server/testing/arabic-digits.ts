/** A code as an Arabic keyboard types it: `482` becomes `٤٨٢`. */
export const inArabicDigits = (code: string): string =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))
