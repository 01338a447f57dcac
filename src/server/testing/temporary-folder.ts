import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const make = () => mkdtempSync(join(tmpdir(), 'assent-folder-'))
const remove = (folder: string) => rm(folder, { recursive: true, force: true })

/** A new folder for a test file or a `describe`, removed after its last test. */
export function folderForFile(): string {
  const folder = make()
  afterAll(() => remove(folder))
  return folder
}

/** A new folder for the current test, removed after it. */
export function folderForTest(): string {
  const folder = make()
  onTestFinished(() => remove(folder))
  return folder
}
