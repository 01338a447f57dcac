import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { expectText } from '../../testing/read-page.ts'
import { useStepsInHistory } from './use-place.ts'

function Steps() {
  const { number, next, previous } = useStepsInHistory(['who', 'what', 'why'], 'who')
  return (
    <>
      <p>{`Step ${number} of 3`}</p>
      <button type="button" onClick={previous}>
        Previous
      </button>
      <button type="button" onClick={next}>
        Next
      </button>
    </>
  )
}

/** Renders the steps while their first entry can't settle, as on a busy phone. */
async function renderSettling() {
  let settle = () => {}
  const settled = new Promise<null>((resolve) => {
    settle = () => resolve(null)
  })
  const router = createMemoryRouter([{ id: 'steps', path: '/', element: <Steps />, loader: () => settled }], {
    hydrationData: { loaderData: { steps: null } },
  })
  const screen = await render(<RouterProvider router={router} />)
  expect(router.state.navigation.state).toBe('loading')
  const press = (name: string) => screen.getByRole('button', { name }).click()
  return { router, press, settle }
}

it('handles the first press, however early, and ignores a second one with it (FORM-17)', async () => {
  const { press, settle } = await renderSettling()
  await press('Next')
  await press('Next')
  settle()
  await expectText('Step 2 of 3')
})

it('goes back over a step that was left early to the first, and then leaves the page (FORM-18)', async () => {
  const { router, press, settle } = await renderSettling()
  await press('Next')
  settle()
  await expectText('Step 2 of 3')
  await press('Previous')
  await expectText('Step 1 of 3')
  expect(router.state.location.state).toMatchObject({ step: 'who' })
  expect(router.state.historyAction).toBe('POP')
})
