import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createImages } from '../platform/images/index.ts'
import { register, upload } from '../testing/people.ts'
import { pdfPage, photoWithPlace } from '../testing/sample-files.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const dying = new URL('../testing/dying-reader.ts', import.meta.url)

const made: { close(): Promise<void> }[] = []
afterEach(() => Promise.all(made.splice(0).map((images) => images.close())))

function make(...options: Parameters<typeof createImages>) {
  const images = createImages(...options)
  made.push(images)
  return images
}

/** The child processes of this process that run a program. */
function findProcesses(program: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
        )
      } catch {
        return false
      }
    })
    .map(Number)
}

describe('a file that crashes its decoder', () => {
  it('is refused after two processes, and the server continues (UPLOAD-33)', async () => {
    const { images } = test.platform
    try {
      test.platform.images = make(silentLogger, { pictures: dying, pdfs: dying })
      const person = await register(test)
      const photo = await upload(test, person, 'selfie', await photoWithPlace())
      expect([photo.status, await photo.json()]).toMatchObject([422, { code: 'file_damaged' }])
      const pdf = await upload(test, person, 'id', await pdfPage(), 'id.pdf')
      expect([pdf.status, await pdf.json()]).toMatchObject([422, { code: 'pdf_too_complex' }])
      expect((await test.app.request('/healthz')).status).toBe(200)
    } finally {
      test.platform.images = images
    }
  })

  it('is retried once, because the system may have killed the process for another reason (UPLOAD-33)', async () => {
    const warnings: unknown[] = []
    const images = make({ ...silentLogger, warn: (fields) => warnings.push(fields) })
    const photo = await photoWithPlace()
    const others = findProcesses('picture-process.ts')
    const cleaning = images.clean(photo, 'image/jpeg', null)
    const [first] = await vi.waitUntil(
      () => {
        const found = findProcesses('picture-process.ts').filter((pid) => !others.includes(pid))
        return found.length > 0 && found
      },
      { timeout: 300_000 },
    )
    process.kill(first ?? 0, 'SIGKILL')
    expect(await cleaning).toMatchObject({ type: 'image/jpeg' })
    expect(warnings).toEqual([])
  })
})
