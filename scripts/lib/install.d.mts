export const node: string
export function ensureInstalled(): Promise<void>
