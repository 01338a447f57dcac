import { describe, expect, it } from 'vitest'
import { advanceCameraState, type CameraFault, type CameraState, idleCamera } from './camera-state.ts'

const photo = new File(['jpeg'], 'selfie.jpg', { type: 'image/jpeg' })
const fault: CameraFault = { kind: 'other', message: 'broken' }
const starting: CameraState = { phase: 'active', ready: false }
const running: CameraState = { phase: 'active', ready: true }

describe('the camera', () => {
  it('goes from idle through active to captured (CAMERA-1)', () => {
    const opened = advanceCameraState(idleCamera, { type: 'opening' })
    expect(opened).toEqual(starting)
    const ready = advanceCameraState(opened, { type: 'ready' })
    expect(ready).toEqual(running)
    expect(advanceCameraState(ready, { type: 'captured', photo })).toEqual({ phase: 'captured', photo })
  })

  it('captures nothing before it is ready (CAMERA-1)', () => {
    expect(advanceCameraState(starting, { type: 'captured', photo })).toBe(starting)
  })

  it('captures nothing while it is closed', () => {
    expect(advanceCameraState(idleCamera, { type: 'captured', photo })).toBe(idleCamera)
  })

  it('takes a photo from the camera app when the camera itself failed (CAMERA-11)', () => {
    expect(advanceCameraState({ phase: 'error', fault }, { type: 'captured', photo })).toEqual({
      phase: 'captured',
      photo,
    })
  })

  it('restarts after a retake and after an error (CAMERA-1)', () => {
    expect(advanceCameraState({ phase: 'captured', photo }, { type: 'opening' })).toEqual(starting)
    expect(advanceCameraState({ phase: 'error', fault }, { type: 'opening' })).toEqual(starting)
  })

  it('stays closed after a late start or a late failure', () => {
    expect(advanceCameraState(idleCamera, { type: 'ready' })).toBe(idleCamera)
    expect(advanceCameraState(idleCamera, { type: 'failed', fault })).toBe(idleCamera)
  })

  it('drops the photo when it is closed (CAMERA-1)', () => {
    expect(advanceCameraState({ phase: 'captured', photo }, { type: 'closed' })).toBe(idleCamera)
  })
})
