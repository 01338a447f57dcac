import { Button, Text } from '@mantine/core'
import { type ComponentType, createContext, lazy, use, useState } from 'react'
import words from '../../../words/en/part.ts'
import { requestFailedStylesAgain } from './failed-styles.ts'

const Again = createContext(() => {})

/**
 * A part of a page whose code is downloaded when the part is first shown, inside a `Suspense`. If the download fails,
 * the rest of the page stays as it is: the part says so and offers to try again, or, if `isOptional`, isn't there.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isOptional = false } = {},
): ComponentType<Props> {
  const failed: { default: ComponentType<Props> } = { default: isOptional ? () => null : NotLoaded }
  const make = () => lazy(() => load().catch(() => failed))
  const source = { make, latest: make() }
  return (props) => <Part source={source} props={props} />
}

type Source<Props> = { make(): ComponentType<Props>; latest: ComponentType<Props> }

function Part<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  const [Shown, setShown] = useState(() => source.latest)
  const tryAgain = () => {
    void requestFailedStylesAgain()
    source.latest = source.make()
    setShown(() => source.latest)
  }
  return (
    <Again value={tryAgain}>
      <Shown {...props} />
    </Again>
  )
}

function NotLoaded() {
  return (
    <div role="alert">
      <Text mb="sm">{words.notLoaded}</Text>
      <Button variant="default" onClick={use(Again)}>
        {words.tryAgain}
      </Button>
    </div>
  )
}
