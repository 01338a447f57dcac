import { describe, expect, it } from 'vitest'
import { toCameraFault } from './camera-state.ts'

describe('a camera that does not start', () => {
  it.each([
    ['NotAllowedError', 'Camera permission denied. Please allow camera access in your browser settings.'],
    ['SecurityError', 'Camera permission denied. Please allow camera access in your browser settings.'],
    ['NotFoundError', 'No camera found on this device.'],
    ['OverconstrainedError', 'No camera found on this device.'],
    ['NotReadableError', 'Camera is in use by another application or not accessible.'],
    ['AbortError', 'Camera is in use by another application or not accessible.'],
  ])('explains %s (CAMERA-6)', (name, message) => {
    expect(toCameraFault(new DOMException('vendor words', name)).message).toBe(message)
  })

  it('shows the message of any other error (CAMERA-6)', () => {
    expect(toCameraFault(new Error('lens cap')).message).toBe('Camera error: lens cap')
    expect(toCameraFault('odd').message).toBe('Camera error: unknown')
  })
})
