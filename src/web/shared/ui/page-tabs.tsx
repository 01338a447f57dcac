import { DirectionContext, type DirectionContextValue, Tabs, type TabsProps } from '@mantine/core'
import { readLanguage } from '../../../words/language.ts'

/** Tabs, whose arrow keys follow the direction of the page. */
export const PageTabs = (props: TabsProps) => (
  // Nothing changes the direction of an open page, so the functions for it are missing.
  <DirectionContext value={{ dir: readLanguage().direction } as DirectionContextValue}>
    <Tabs {...props} />
  </DirectionContext>
)
