import type { Locator } from '@playwright/test'

/** Draws two fingers apart over an element, on a device with a touch screen. */
export async function pinch(over: Locator): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('nothing to touch')
  const y = box.y + box.height / 2
  const middle = box.x + box.width / 2
  const fingers = (apart: number) => [
    { x: middle - apart, y, id: 0 },
    { x: middle + apart, y, id: 1 },
  ]
  const screen = await over.page().context().newCDPSession(over.page())
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  for (const apart of [45, 60, 75, 90]) {
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await screen.detach()
}
