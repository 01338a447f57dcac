import { Paper, TextInput } from '@mantine/core'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../testing/render-screen.tsx'

it('outlines the focused field by two pixels, and draws no box around a section on a phone (PAGE-44)', async () => {
  await page.viewport(360, 740)
  const screen = await renderScreen(
    <main>
      <Paper data-testid="part">
        <TextInput label="Name" />
      </Paper>
    </main>,
  )
  await screen.getByLabelText('Name').click()
  const field = getComputedStyle(screen.getByLabelText('Name').element())
  expect([field.outlineStyle, field.outlineWidth]).toEqual(['solid', '2px'])
  const part = getComputedStyle(screen.getByTestId('part').element())
  expect([part.borderTopWidth, part.borderLeftWidth, part.borderBottomWidth]).toEqual(['1px', '0px', '0px'])
})
