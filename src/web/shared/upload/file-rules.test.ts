import { describe, expect, it } from 'vitest'
import { findFileFault, isNamedHeic, listAcceptedFiles, makeFileLimits } from './upload-state.ts'

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
  ] as const)('can be a %s: %o', (category, candidate) => {
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
  ])('is refused when it is neither a picture nor a PDF: %o (UPLOAD-2)', (candidate) => {
    expect(findFileFault('id', candidate, limits)?.title).toBe('Invalid file type')
  })

  it('is converted to JPEG when its name or type is HEIC (UPLOAD-39)', () => {
    for (const heic of [file('IMG_1.HEIC', ''), file('x', 'image/heic'), file('x.heif', 'image/heif')])
      expect(isNamedHeic(heic), heic.name).toBe(true)
    for (const other of [file('a.jpg', 'image/jpeg'), file('heic', ''), file('heic.pdf', 'application/pdf')])
      expect(isNamedHeic(other), other.name).toBe(false)
  })

  it('is offered as HEIC except on an iPhone or iPad, which converts it to JPEG (UPLOAD-39)', () => {
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
    expect(listAcceptedFiles({ userAgent: mac, maxTouchPoints: 0 })).toContain('image/heic')
    expect(listAcceptedFiles({ userAgent: mac, maxTouchPoints: 5 })).not.toContain('hei')
    expect(listAcceptedFiles({ userAgent: '(iPhone; CPU iPhone OS 18_1)', maxTouchPoints: 5 })).toBe(
      '.jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf',
    )
  })

  it('is too large above 5 MB as a picture and above 10 MB as a PDF (UPLOAD-1)', () => {
    const picture = findFileFault('id', file('a.jpg', 'image/jpeg', 5 * mb + 1), limits)
    expect(picture?.title).toBe('File too large')
    expect(picture?.description).toContain('Please upload a file smaller than 5MB')
    expect(findFileFault('id', file('a.pdf', 'application/pdf', 10 * mb + 1), limits)?.description).toBe(
      'Please upload a file smaller than 10MB',
    )
  })

  it('has the plan’s limit where it is lower (UPLOAD-1)', () => {
    const free = makeFileLimits(5 * mb)
    expect(findFileFault('id', file('a.pdf', 'application/pdf', 6 * mb), free)?.description).toBe(
      'Please upload a file smaller than 5MB',
    )
  })

  it('is refused when empty', () => {
    expect(findFileFault('selfie', file('a.jpg', 'image/jpeg', 0), limits)?.title).toBe('Upload failed')
  })
})
