import { afterEach, describe, expect, it, vi } from 'vitest'
import { findPermissionFault } from './camera-state.ts'

afterEach(() => vi.unstubAllGlobals())

const browser = (query: () => Promise<{ state: PermissionState }>) =>
  vi.stubGlobal('navigator', { permissions: { query } })

describe('Request Camera Permission', () => {
  it('explains where to allow the camera after the device has permanently refused it (CAMERA-9)', async () => {
    browser(async () => ({ state: 'denied' }))
    expect(await findPermissionFault()).toEqual({
      kind: 'permission',
      message: 'Camera permission is denied. Please allow access in your device settings.',
    })
  })

  it("shows 'Error checking camera permissions' when the permission can't be queried (CAMERA-9)", async () => {
    browser(() => Promise.reject(new DOMException('detached', 'InvalidStateError')))
    expect((await findPermissionFault())?.message).toBe('Error checking camera permissions')
  })

  it.each(['prompt', 'granted'] as const)(
    'asks again when the permission is %s (CAMERA-8)',
    async (state) => {
      browser(async () => ({ state }))
      expect(await findPermissionFault()).toBeNull()
    },
  )

  it("asks again when the browser doesn't support the query", async () => {
    browser(() => Promise.reject(new TypeError('not a permission name')))
    expect(await findPermissionFault()).toBeNull()
    vi.stubGlobal('navigator', {})
    expect(await findPermissionFault()).toBeNull()
  })
})
