/** The readiness check (CAMERA-4): up to 10 looks, 100 ms apart. */
export const readinessCheck = { attempts: 10, intervalMs: 100 } as const

/** What the check looks at; a video element is one. `readyState` 2 is HAVE_CURRENT_DATA: a frame is there. */
export type VideoSource = { readonly readyState: number; readonly videoWidth: number }

/**
 * Resolves to true as soon as the video shows a frame, to false when it still shows none after the last look.
 *
 * @param wait sleeps for the given milliseconds; passed in so that no test sleeps
 */
export async function isVideoReady(
  video: VideoSource,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; attempt <= readinessCheck.attempts; attempt++) {
    if (video.readyState >= 2 && video.videoWidth > 0) return true
    if (attempt < readinessCheck.attempts) await wait(readinessCheck.intervalMs)
  }
  return false
}
