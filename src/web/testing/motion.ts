import { cdp } from 'vitest/browser'

/** Waits for the running animations, and holds later ones at their start until `letMotionGoOn`. */
export async function stopMotion(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map((animation) => animation.finished))
  await setPlaybackRate(0.0001)
}

export const letMotionGoOn = () => setPlaybackRate(1)

async function setPlaybackRate(playbackRate: number): Promise<void> {
  const browser = cdp() as unknown as { send(method: string, params?: object): Promise<unknown> }
  await browser.send('Animation.enable')
  await browser.send('Animation.setPlaybackRate', { playbackRate })
}
