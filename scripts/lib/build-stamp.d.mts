/** The pages for the browser, or the server for Node. */
export type BuildPart = 'client' | 'node'

export function isBuilt(part: BuildPart): boolean
export function stampBuild(part: BuildPart, hash: string): void
export function hashOfSources(part: BuildPart, folder?: string): string
export function listSourcesOfBuild(part: BuildPart, folder?: string): string[]
