export function withBuildLock<T>(work: () => Promise<T>, file?: string): Promise<T>
export function isAlive(pid: string): boolean
