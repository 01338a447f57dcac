export function isBuilt(): boolean
export function stampBuild(hash: string): void
export function hashOfSources(folder?: string): string
export function sourcesOfBuild(folder?: string): string[]
