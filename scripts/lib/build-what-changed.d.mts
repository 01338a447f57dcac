export function buildWhatChanged(parts?: ('client' | 'node')[]): Promise<void>
