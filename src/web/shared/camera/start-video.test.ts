import { afterEach, describe, expect, it, vi } from 'vitest'
import { startVideo, type VideoScreen } from './start-video.ts'

afterEach(() => vi.unstubAllGlobals())

/** A device whose camera answers with `tracks`; records the request and the number of stopped tracks. */
function device(tracks: { readyState: MediaStreamTrackState }[] = [{ readyState: 'live' }]) {
  let stopped = 0
  const asked: MediaStreamConstraints[] = []
  const withStop = tracks.map((track) => ({ ...track, stop: () => (stopped += 1) }))
  const stream = { getTracks: () => withStop, getVideoTracks: () => withStop }
  vi.stubGlobal('navigator', {
    mediaDevices: {
      async getUserMedia(constraints: MediaStreamConstraints) {
        asked.push(constraints)
        return stream
      },
    },
  })
  return { asked, stopped: () => stopped }
}

const screen = (more: Partial<VideoScreen> = {}): VideoScreen => ({
  srcObject: null,
  readyState: 4,
  videoWidth: 1280,
  play: async () => {},
  ...more,
})

function start(
  video: VideoScreen | null,
  { signal = new AbortController().signal, waits = [] as number[] } = {},
) {
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  return startVideo('front', 'person', () => video, wait, signal)
}

const readMessage = async (answer: ReturnType<typeof start>) => {
  const started = await answer
  return started && 'fault' in started ? started.fault.message : started
}

describe('the camera in the page', () => {
  it('is asked for 1280x720 ideally, the front one, without sound (CAMERA-2)', async () => {
    const { asked, stopped } = device()
    const video = screen()
    const started = await start(video)
    expect(started).toEqual({ stream: video.srcObject })
    expect(asked).toEqual([
      {
        audio: false,
        video: { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: { ideal: 'user' } },
      },
    ])
    expect(stopped()).toBe(0)
  })

  it("is asked for most cameras' full resolution for a document, with the back one (CAMERA-13)", async () => {
    const { asked } = device()
    const video = screen()
    await startVideo(
      'back',
      'document',
      () => video,
      async () => {},
      new AbortController().signal,
    )
    expect(asked).toEqual([
      {
        audio: false,
        video: { width: { ideal: 3840 }, height: { ideal: 2160 }, facingMode: { ideal: 'environment' } },
      },
    ])
  })

  it("shows 'Camera not supported on this browser' where a page can't open one (CAMERA-5)", async () => {
    vi.stubGlobal('navigator', {})
    expect(await readMessage(start(screen()))).toBe('Camera not supported on this browser')
  })

  it("shows 'Video element not found' when the dialog has no element for it (CAMERA-5)", async () => {
    const { stopped } = device()
    expect(await readMessage(start(null))).toBe('Video element not found')
    expect(stopped()).toBe(1)
  })

  it("shows 'Camera initialization failed. Please try again.' when it sends no picture (CAMERA-5)", async () => {
    device([])
    expect(await readMessage(start(screen()))).toBe('Camera initialization failed. Please try again.')
  })

  it("shows 'Could not start video playback. Please try again.' when the video doesn't play (CAMERA-5)", async () => {
    const { stopped } = device()
    const play = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'))
    expect(await readMessage(start(screen({ play })))).toBe(
      'Could not start video playback. Please try again.',
    )
    expect(stopped()).toBe(1)
  })

  it("shows 'Camera not ready. Please try again.' after 10 checks, 100 ms apart (CAMERA-4)", async () => {
    const { stopped } = device()
    const waits: number[] = []
    expect(await readMessage(start(screen({ readyState: 1 }), { waits }))).toBe(
      'Camera not ready. Please try again.',
    )
    expect(waits).toEqual(Array(9).fill(100))
    expect(stopped()).toBe(1)
  })

  it('reports that another program uses it when it is taken away at once', async () => {
    const { stopped } = device([{ readyState: 'ended' }])
    expect(await readMessage(start(screen()))).toBe(
      'Camera is in use by another application or not accessible.',
    )
    expect(stopped()).toBe(1)
  })

  it('is stopped without a message when the dialog closes before it answers or while it starts', async () => {
    const { stopped } = device()
    expect(await start(screen(), { signal: AbortSignal.abort() })).toBeNull()
    expect(stopped()).toBe(1)

    const closing = new AbortController()
    const play = async () => closing.abort()
    expect(await start(screen({ play }), { signal: closing.signal })).toBeNull()
    expect(stopped()).toBe(2)
  })

  it('is stopped when the dialog closes later (CAMERA-2)', async () => {
    const { stopped } = device()
    const closing = new AbortController()
    await start(screen(), { signal: closing.signal })
    expect(stopped()).toBe(0)
    closing.abort()
    expect(stopped()).toBe(1)
  })
})
