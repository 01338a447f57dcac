import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import cameraWords from '../../../words/en/camera.ts'
import { useStillHere } from '../effects.ts'
import {
  advanceCameraState,
  type CameraFault,
  type CameraState,
  type DocumentShape,
  type Facing,
  findPermissionFault,
  idleCamera,
  type Subject,
} from './camera-state.ts'
import type { Advice } from './guidance/watch-document.ts'
import { hasSeveralCameras, startVideo } from './start-video.ts'
import {
  type CaptureFault,
  capturePhoto,
  isNativeShell,
  takeNativePhoto,
  takePhotoFromPicture,
} from './take-photo.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const makeFault = (kind: CameraFault['kind'], message: string): CameraFault => ({ kind, message })

type Camera = {
  state: CameraState
  subject: Subject
  videoRef: RefObject<HTMLVideoElement | null>
  facing: Facing
  canSwitch: boolean
  start(): void
  switchCamera(): void
  /** Takes the current frame. Resolves to `null`, or to the text of an error. */
  capture(): Promise<CaptureFault | null>
  /** Takes a picture of the camera app instead. Resolves to `null`, or to the text of an error. */
  takePicture(picture: File): Promise<CaptureFault | null>
  /** Requests the permission again, and shows when the device has permanently refused it. */
  requestPermission(): Promise<void>
}

/**
 * One camera for one dialog. While `opened`, the camera runs; its tracks stop when the dialog closes, when a photo is
 * taken, when the page is hidden (it restarts on return) and on unmount, even if the camera only answers afterwards.
 */
export function useCamera(opened: boolean, initialFacing: Facing, photoName: string): Camera {
  const [state, dispatch] = useReducer(advanceCameraState, idleCamera)
  const [facing, setFacing] = useState(initialFacing)
  const [canSwitch, setCanSwitch] = useState(false)
  const videoRef = useRef<HTMLVideoElement>(null)
  const streamRef = useRef<MediaStream | null>(null)
  const startRef = useRef<AbortController | null>(null)
  const isStillHere = useStillHere()
  const isActive = state.phase === 'active'
  const subject: Subject = initialFacing === 'front' ? 'person' : 'document'

  const stop = useCallback(() => {
    startRef.current?.abort()
    startRef.current = null
    streamRef.current = null
    if (videoRef.current) videoRef.current.srcObject = null
  }, [])

  const startFacing = useCallback(
    async (wanted: Facing) => {
      stop()
      const controller = new AbortController()
      startRef.current = controller
      const { signal } = controller
      const fail = (failure: CameraFault) => {
        if (signal.aborted) return
        stop()
        dispatch({ type: 'failed', fault: failure })
      }
      dispatch({ type: 'opening' })
      if (isNativeShell()) {
        const taken = await pickNativePhoto(wanted, photoName)
        if (signal.aborted) return
        if (!(taken instanceof File)) return fail(taken)
        dispatch({ type: 'ready' })
        dispatch({ type: 'captured', photo: taken })
        return
      }
      const started = await startVideo(wanted, subject, () => videoRef.current, wait, signal)
      if (!started) return
      if ('fault' in started) return fail(started.fault)
      streamRef.current = started.stream
      for (const track of started.stream.getVideoTracks())
        track.addEventListener('ended', () => fail(makeFault('in-use', cameraWords.inUse)))
      const several = await hasSeveralCameras()
      if (signal.aborted) return
      setCanSwitch(several)
      dispatch({ type: 'ready' })
    },
    [stop, subject, photoName],
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
    subject,
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
      const isRunning = state.phase === 'active' && state.ready && streamRef.current !== null
      const captured = await capturePhoto(isRunning ? videoRef.current : null, photoName)
      if ('fault' in captured) return captured.fault
      keep(captured.photo)
      return null
    },
    async takePicture(picture) {
      const photo = await takePhotoFromPicture(picture, photoName)
      if (!photo) return { inline: cameraWords.unreadablePhoto, toast: cameraWords.captureTryAgain }
      keep(photo)
      return null
    },
    async requestPermission() {
      const failure = await findPermissionFault()
      if (!isStillHere()) return
      if (failure) dispatch({ type: 'failed', fault: failure })
      else await startFacing(facing)
    },
  }
}

/** A photo from the device's camera app, or the reason why there is none. */
async function pickNativePhoto(facing: Facing, photoName: string): Promise<File | CameraFault> {
  try {
    const { Camera } = await import('@capacitor/camera')
    const load = async (address: string) => (await fetch(address)).blob()
    const taken = await takeNativePhoto(Camera, facing, load)
    if (taken === 'denied') return makeFault('permission', cameraWords.permissionDenied)
    const photo = taken === 'cancelled' ? null : await takePhotoFromPicture(taken.picture, photoName)
    return photo ?? makeFault('other', cameraWords.noFrame)
  } catch {
    return makeFault('permission', cameraWords.permissionCheckFailed)
  }
}

/**
 * Advice for a better photo of a document of this `shape` while the camera is running; null before the first advice,
 * and while there is no video. Its code is downloaded on first use; without it there is no advice, and the camera
 * works.
 */
export function useGuidance(
  videoRef: RefObject<HTMLVideoElement | null>,
  shape: DocumentShape | null,
): Advice | null {
  const [advice, setAdvice] = useState<Advice | null>(null)
  useEffect(() => {
    if (!shape) return
    let stop: (() => void) | null = null
    let isOver = false
    import('./guidance/watch-document.ts').then(
      ({ watchDocument }) => {
        const video = videoRef.current
        if (isOver || !video) return
        const isHidden = () => document.visibilityState === 'hidden'
        stop = watchDocument({ video, shape, isHidden, onAdvice: setAdvice })
      },
      () => {},
    )
    return () => {
      isOver = true
      stop?.()
      setAdvice(null)
    }
  }, [videoRef, shape])
  return advice
}
