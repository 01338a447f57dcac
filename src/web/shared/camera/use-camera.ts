import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { cameraFault } from './camera-fault.ts'
import {
  type CameraFault,
  type CameraState,
  type Facing,
  idleCamera,
  nextCameraState,
} from './camera-state.ts'
import {
  cameraPermission,
  canOpenCamera,
  hasSeveralCameras,
  openCamera,
  stopCamera,
} from './camera-stream.ts'
import { cameraWords } from './camera-words.ts'
import { isNativeShell, takeNativePhoto } from './native-photo.ts'
import { photoFromPicture, photoFromVideo } from './photo-file.ts'
import { isVideoReady } from './video-readiness.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const fault = (kind: CameraFault['kind'], message: string): CameraFault => ({ kind, message })

export type Camera = {
  state: CameraState
  videoRef: RefObject<HTMLVideoElement | null>
  facing: Facing
  canSwitch: boolean
  start(): void
  switchCamera(): void
  /** Takes the frame that is showing. Resolves to `null`, or to the words of what went wrong. */
  capture(): Promise<CaptureFault | null>
  /** Takes a picture of the camera app instead. Resolves to `null`, or to the words of what went wrong. */
  takePicture(picture: File): Promise<CaptureFault | null>
  /** Asks for the permission anew, and says so when the device has refused it for good. */
  requestPermission(): Promise<void>
}

/** `inline` stands in the dialog, `toast` passes by. */
export type CaptureFault = { inline: string; toast: string }

/**
 * One camera for one dialog. While `opened`, the camera runs; its tracks stop when the dialog closes, when a photo is taken, when the
 * page is hidden (it starts again on return) and on unmount, also if the camera only answers afterwards.
 */
export function useCamera(opened: boolean, initialFacing: Facing, photoName: string): Camera {
  const [state, dispatch] = useReducer(nextCameraState, idleCamera)
  const [facing, setFacing] = useState(initialFacing)
  const [canSwitch, setCanSwitch] = useState(false)
  const videoRef = useRef<HTMLVideoElement>(null)
  const streamRef = useRef<MediaStream | null>(null)
  const startedRef = useRef(0)
  const isActive = state.phase === 'active'

  const stop = useCallback(() => {
    startedRef.current += 1
    stopCamera(streamRef.current)
    streamRef.current = null
    if (videoRef.current) videoRef.current.srcObject = null
  }, [])

  const startFacing = useCallback(
    async (wanted: Facing) => {
      stop()
      const mine = startedRef.current
      const isSuperseded = () => startedRef.current !== mine
      const fail = (failure: CameraFault) => {
        if (isSuperseded()) return
        stop()
        dispatch({ type: 'failed', fault: failure })
      }
      dispatch({ type: 'opening' })
      if (isNativeShell()) {
        const taken = await nativePhoto(wanted, photoName)
        if (isSuperseded()) return
        if (!(taken instanceof File)) return fail(taken)
        dispatch({ type: 'ready' })
        dispatch({ type: 'captured', photo: taken })
        return
      }
      if (!canOpenCamera()) return fail(fault('unsupported', cameraWords.unsupported))
      let stream: MediaStream
      try {
        stream = await openCamera(wanted)
      } catch (error) {
        return fail(cameraFault(error))
      }
      if (isSuperseded()) return stopCamera(stream)
      streamRef.current = stream
      const track = stream.getVideoTracks()[0]
      if (!track) return fail(fault('other', cameraWords.initialisationFailed))
      track.addEventListener('ended', () => fail(fault('in-use', cameraWords.inUse)))
      const video = videoRef.current
      if (!video) return fail(fault('other', cameraWords.videoMissing))
      video.srcObject = stream
      try {
        await video.play()
      } catch {
        return fail(fault('other', cameraWords.playbackFailed))
      }
      if (!(await isVideoReady(video, wait))) return fail(fault('other', cameraWords.notReady))
      const several = await hasSeveralCameras()
      if (isSuperseded()) return
      setCanSwitch(several)
      dispatch({ type: 'ready' })
    },
    [stop, photoName],
  )

  useEffect(() => {
    if (!opened) return
    void startFacing(initialFacing)
    return () => {
      stop()
      setFacing(initialFacing)
      dispatch({ type: 'closed' })
    }
  }, [opened, initialFacing, startFacing, stop])

  useEffect(() => {
    if (!opened || !isActive) return
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') stop()
      else void startFacing(facing)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [opened, isActive, facing, startFacing, stop])

  const keep = (photo: File) => {
    stop()
    dispatch({ type: 'captured', photo })
  }

  return {
    state,
    videoRef,
    facing,
    canSwitch,
    start: () => void startFacing(facing),
    switchCamera() {
      const other = facing === 'front' ? 'back' : 'front'
      setFacing(other)
      void startFacing(other)
    },
    async capture() {
      const video = videoRef.current
      if (state.phase !== 'active' || !state.ready || !video || !streamRef.current) {
        return { inline: cameraWords.noFrame, toast: cameraWords.captureNotInitialised }
      }
      try {
        const photo = await photoFromVideo(video, photoName)
        if (!photo) return { inline: cameraWords.noFrame, toast: cameraWords.captureTryAgain }
        keep(photo)
        return null
      } catch {
        return { inline: cameraWords.captureFailed, toast: cameraWords.captureTryAgain }
      }
    },
    async takePicture(picture) {
      const photo = await photoFromPicture(picture, photoName)
      if (!photo) return { inline: cameraWords.unreadablePhoto, toast: cameraWords.captureTryAgain }
      keep(photo)
      return null
    },
    async requestPermission() {
      try {
        if ((await cameraPermission()) === 'denied') {
          dispatch({ type: 'failed', fault: fault('permission', cameraWords.permissionDenied) })
          return
        }
      } catch {
        dispatch({ type: 'failed', fault: fault('permission', cameraWords.permissionCheckFailed) })
        return
      }
      await startFacing(facing)
    },
  }
}

/** A photo from the device's camera app, or why there is none. */
async function nativePhoto(facing: Facing, photoName: string): Promise<File | CameraFault> {
  try {
    const { Camera } = await import('@capacitor/camera')
    const load = async (address: string) => (await fetch(address)).blob()
    const taken = await takeNativePhoto(Camera, facing, load)
    if (taken === 'denied') return fault('permission', cameraWords.permissionDenied)
    const photo = taken === 'cancelled' ? null : await photoFromPicture(taken.picture, photoName)
    return photo ?? fault('other', cameraWords.noFrame)
  } catch {
    return fault('permission', cameraWords.permissionCheckFailed)
  }
}
