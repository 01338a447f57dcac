type Machine = { version: string; execPath: string; platform: string; arch: string }
export function chooseNode(machine?: Machine): { node: string; missing?: string }
export const node: string
export const missing: string | undefined
export function ensureInstalled(): Promise<void>
