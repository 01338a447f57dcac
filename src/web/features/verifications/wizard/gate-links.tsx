import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import words from '../../../../words/en/wizard.ts'

/** The link to the plans, in the words of either wizard. */
export function PlansLink({ children }: { children: string }) {
  return (
    <Button component={Link} to="/subscription">
      {children}
    </Button>
  )
}

/** The link back to the dashboard. */
export function DashboardLink() {
  return (
    <Anchor component={Link} to="/dashboard" mod="standalone">
      {words.backToDashboard}
    </Anchor>
  )
}
