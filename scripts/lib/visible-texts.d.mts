export function visibleTexts(file: string, source: string): { line: number; text: string }[]
export function listSentences(file: string, source: string): { line: number; text: string }[]
