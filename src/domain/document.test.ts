import { expect, it } from 'vitest'
import { findFileFault, hasRoom, nameDocumentPath, waitingQuota } from './document.ts'

const mb = 1024 * 1024
const enough = 50 * mb

it.each([
  ['selfie', 'image/jpeg', 5 * mb],
  ['selfie', 'image/png', 1],
  ['id', 'image/jpeg', 5 * mb],
  ['id', 'application/pdf', 10 * mb],
] as const)('accepts a %s of %s with %i bytes', (category, type, bytes) => {
  expect(findFileFault(category, type, bytes, enough)).toBeNull()
})
it.each([
  ['selfie', 'application/pdf', 10, 'type'],
  ['id', 'image/svg+xml', 10, 'type'],
  ['id', 'image/heic', 10, 'type'],
  ['id', null, 10, 'type'],
  ['id', 'image/jpeg', 0, 'empty'],
  ['id', 'image/jpeg', 5 * mb + 1, 'size'],
  ['id', 'application/pdf', 10 * mb + 1, 'size'],
] as const)('rejects a %s of %s with %i bytes: %s', (category, type, bytes, fault) => {
  expect(findFileFault(category, type, bytes, enough)).toBe(fault)
})
it('applies the limit of the creator’s tier (UPLOAD-1, PLAN-3)', () => {
  expect(findFileFault('id', 'application/pdf', 6 * mb, 5 * mb)).toBe('size')
})
it('builds the path from owner, category and time (UPLOAD-7)', () => {
  expect(nameDocumentPath('owner', 'selfie', new Date(1763715600000), 'image/jpeg')).toBe(
    'owner/selfie-1763715600000.jpg',
  )
})

it.each([
  ['the last file and the last byte', 1, 100, true],
  ['one file too many', 0, 100, false],
  ['one byte too many', 1, 101, false],
])('returns %s by the owner’s limits (UPLOAD-22)', (_, freeFiles, addedBytes, expected) => {
  const none = { files: 0, bytes: 0 }
  const { files, bytes } = waitingQuota.set
  const used = { files: files - freeFiles, bytes: bytes - 100 }
  expect(hasRoom('set', { waiting: used, kept: none }, addedBytes)).toBe(expected)
  expect(hasRoom('set', { waiting: none, kept: waitingQuota.account }, addedBytes)).toBe(false)
})
