import { cdp } from 'vitest/browser'

/** Lets animations that begin from now on stay at their beginning, until `letMotionGoOn`. */
export const stopMotion = () => setPlaybackRate(0.0001)

export const letMotionGoOn = () => setPlaybackRate(1)

async function setPlaybackRate(playbackRate: number): Promise<void> {
  const browser = cdp() as unknown as { send(method: string, params?: object): Promise<unknown> }
  await browser.send('Animation.enable')
  await browser.send('Animation.setPlaybackRate', { playbackRate })
}
