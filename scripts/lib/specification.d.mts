export type Clause = { page: string; id: string; text: string; isDecided: boolean }
export type Source = { path: string; text: string }
export type Titled = { path: string; title: string }

export function readClauses(root: string): Promise<Clause[]>
export function parseClauses(page: string, text: string): Clause[]
export function readSources(root: string): Promise<Source[]>
export function listTitlesWithIds(source: Source): (Titled & { ids: string[] })[]
export function groupTestsByClause(sources: Source[]): Map<string, Titled[]>
export function findFaults(clauses: Clause[], sources: Source[], tests?: Map<string, Titled[]>): string[]
