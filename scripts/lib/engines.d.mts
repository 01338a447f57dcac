export type Programs = Record<'webKitDriver' | 'firefox' | 'screen', string | null>
export function findPrograms(): Programs
export function ensureEngines(): Promise<string[]>
