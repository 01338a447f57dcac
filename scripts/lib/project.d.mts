export const root: string
export function inProject(...parts: string[]): string
export function giveUp(sentence: string): never
