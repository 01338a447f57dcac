export function listVisibleTexts(file: string, source: string): { line: number; text: string }[]
export function listSentences(file: string, source: string): { line: number; text: string }[]
