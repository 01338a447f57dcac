import { afterEach, describe, expect, it, vi } from 'vitest'
import { findPermissionFault } from './camera-state.ts'

afterEach(() => vi.unstubAllGlobals())

const browser = (query: () => Promise<{ state: PermissionState }>) =>
  vi.stubGlobal('navigator', { permissions: { query } })

describe('Request Camera Permission', () => {
  it('says where to allow it when the device has refused it for good (CAMERA-9)', async () => {
    browser(async () => ({ state: 'denied' }))
    expect(await findPermissionFault()).toEqual({
      kind: 'permission',
      message: 'Camera permission is denied. Please allow access in your device settings.',
    })
  })

  it("says 'Error checking camera permissions' when it cannot be looked up (CAMERA-9)", async () => {
    browser(() => Promise.reject(new DOMException('detached', 'InvalidStateError')))
    expect((await findPermissionFault())?.message).toBe('Error checking camera permissions')
  })

  it.each(['prompt', 'granted'] as const)('asks anew when it stands at %s (CAMERA-8)', async (state) => {
    browser(async () => ({ state }))
    expect(await findPermissionFault()).toBeNull()
  })

  it('asks anew where the browser does not know the question', async () => {
    browser(() => Promise.reject(new TypeError('not a permission name')))
    expect(await findPermissionFault()).toBeNull()
    vi.stubGlobal('navigator', {})
    expect(await findPermissionFault()).toBeNull()
  })
})
