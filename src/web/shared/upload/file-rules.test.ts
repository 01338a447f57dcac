import { describe, expect, it } from 'vitest'
import { findFileFault, makeFileLimits } from './upload-state.ts'

const mb = 1024 * 1024
const limits = makeFileLimits(10 * mb)
const file = (name: string, type: string, size = mb) => ({ name, type, size })

describe('a file before it is sent', () => {
  it.each([
    ['selfie', file('a.jpg', 'image/jpeg')],
    ['selfie', file('a.png', 'image/png', 5 * mb)],
    ['id', file('a.pdf', 'application/pdf', 10 * mb)],
    ['id', file('A.JPG', 'image/jpg')],
    ['id', file('scan.PDF', '')],
  ] as const)('may be a %s: %o', (category, candidate) => {
    expect(findFileFault(category, candidate, limits)).toBeNull()
  })

  it('is refused as a photo when it is a PDF (UPLOAD-1)', () => {
    expect(findFileFault('selfie', file('a.pdf', 'application/pdf'), limits)).toEqual({
      title: 'Invalid file type',
      description: 'Please upload a JPG or PNG image file',
    })
  })

  it.each([
    file('a.gif', 'image/gif'),
    file('a.svg', 'image/svg+xml'),
    file('a.txt', ''),
    file('noending', ''),
  ])('is refused when it is neither picture nor PDF: %o (UPLOAD-2)', (candidate) => {
    expect(findFileFault('id', candidate, limits)?.title).toBe('Invalid file type')
  })

  it.each([file('IMG_1.HEIC', ''), file('x', 'image/heic'), file('x.heif', 'image/heif')])(
    'is told a way out when it is HEIC: %o (UPLOAD-2)',
    (candidate) => {
      const fault = findFileFault('id', candidate, limits)
      expect(fault?.title).toBe('Invalid file type')
      expect(fault?.description).toMatch(/^Please upload a JPG or PNG image file\. .*Most Compatible/)
    },
  )

  it('is too large above 5 MB as a picture and above 10 MB as a PDF (UPLOAD-1)', () => {
    const picture = findFileFault('id', file('a.jpg', 'image/jpeg', 5 * mb + 1), limits)
    expect(picture?.title).toBe('File too large')
    expect(picture?.description).toContain('Please upload a file smaller than 5MB')
    expect(findFileFault('id', file('a.pdf', 'application/pdf', 10 * mb + 1), limits)?.description).toBe(
      'Please upload a file smaller than 10MB',
    )
  })

  it('follows the plan where it is lower (UPLOAD-1)', () => {
    const free = makeFileLimits(5 * mb)
    expect(findFileFault('id', file('a.pdf', 'application/pdf', 6 * mb), free)?.description).toBe(
      'Please upload a file smaller than 5MB',
    )
  })

  it('is refused when empty', () => {
    expect(findFileFault('selfie', file('a.jpg', 'image/jpeg', 0), limits)?.title).toBe('Upload failed')
  })
})
