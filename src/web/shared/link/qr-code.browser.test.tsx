import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../testing/render-screen.tsx'
import { QrCode } from './qr-code.tsx'

const link = 'https://assent.example/verify/6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11?type=person'

it('draws square modules with a quiet zone of four around them', async () => {
  await renderScreen(<QrCode text={link} label="The link" />)
  const code = page.getByRole('img', { name: 'The link' })
  await expect.element(code).toHaveAttribute('viewBox', '0 0 41 41')
  const { x, y, width, height } = (code.element().querySelector('path') as SVGPathElement).getBBox()
  expect([x, y, width, height]).toEqual([4, 4, 33, 33])
})
