import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './test-app.ts'

/** The paths of every file below a test app's storage folder, sorted. */
export async function storedFiles(test: TestApp): Promise<string[]> {
  const root = join(test.dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
