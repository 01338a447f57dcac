import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createEncryption } from './index.ts'

const encryption = createEncryption({ key: randomBytes(32) })
afterAll(() => encryption.close())

const context = { bucket: 'id_documents', path: 'o/id-1.jpg', owner: 'o' }
const plaintext = new Uint8Array(Buffer.concat([Buffer.from('JFIF secret'), randomBytes(200_000)]))

describe('encryption at rest', () => {
  it('opens to exactly the sealed bytes, and leaves none of them readable', async () => {
    const sealed = await encryption.seal(plaintext, context)
    expect(Buffer.from(sealed).includes('JFIF secret')).toBe(false)
    expect(Buffer.from(await encryption.open(sealed, context)).equals(plaintext)).toBe(true)
  })

  it("leaves the caller's bytes usable", async () => {
    await encryption.seal(plaintext, context)
    expect(plaintext.byteLength).toBe(200_011)
  })

  it('seals an empty file', async () => {
    const sealed = await encryption.seal(new Uint8Array(), context)
    expect((await encryption.open(sealed, context)).byteLength).toBe(0)
  })

  it.each([
    ['another path', { ...context, path: 'o/id-2.jpg' }],
    ['another owner', { ...context, owner: 'p' }],
    ['one name less', { bucket: context.bucket, path: context.path }],
    ['one name more', { ...context, more: 'x' }],
  ])('does not open for %s', async (_, other) => {
    const sealed = await encryption.seal(plaintext, context)
    await expect(encryption.open(sealed, other)).rejects.toThrow()
  })

  it('does not open after any single bit was flipped (UPLOAD-8)', async () => {
    const sealed = await encryption.seal(plaintext.subarray(0, 100), context)
    for (let at = 0; at < sealed.length; at += 7) {
      const altered = new Uint8Array(sealed)
      altered[at] = (altered[at] ?? 0) ^ 1
      await expect(encryption.open(altered, context), `byte ${at}`).rejects.toThrow()
    }
  })

  it('does not open truncated bytes', async () => {
    const sealed = await encryption.seal(plaintext, context)
    await expect(encryption.open(sealed.subarray(0, -66_000), context)).rejects.toThrow()
  })

  it('does not open with another key (UPLOAD-8)', async () => {
    const other = createEncryption({ key: randomBytes(32) })
    try {
      const sealed = await encryption.seal(plaintext, context)
      await expect(other.open(sealed, context)).rejects.toThrow()
    } finally {
      await other.close()
    }
  })

  it('opens files sealed with former keys, and reseals them with the current key only (ROTATE-2)', async () => {
    const [first, second] = [randomBytes(32), { name: 'key-2026-11-27-0a1b2c3d', key: randomBytes(32) }]
    const [before, after, alone] = [
      createEncryption({ key: first }),
      createEncryption({ ...second, former: [{ key: first }] }),
      createEncryption(second),
    ]
    try {
      const old = await before.seal(plaintext, context)
      expect(Buffer.from(await after.open(old, context)).equals(plaintext)).toBe(true)
      expect(await before.reseal(old, context)).toBeNull()
      const again = (await after.reseal(old, context)) ?? new Uint8Array()
      expect(Buffer.from(await alone.open(again, context)).equals(plaintext)).toBe(true)
      await expect(before.open(again, context)).rejects.toThrow()
      expect(await after.reseal(again, context)).toBeNull()
      await expect(alone.open(old, context)).rejects.toThrow()
      await expect(after.reseal(old, { ...context, owner: 'p' })).rejects.toThrow('another place')
    } finally {
      await Promise.all([before, after, alone].map((each) => each.close()))
    }
  })

  it('refuses a key that is not 256 bits long', () => {
    expect(() => createEncryption({ key: randomBytes(16) })).toThrow('32 bytes')
  })
})
