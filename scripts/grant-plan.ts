// npm run plan:grant -- EMAIL TIER: gives an account a plan without a payment. The tier `free` removes the plan
// (docs/operations.md).

import { grantableTiers, grantPlan } from '../src/server/plans/index.ts'
import { systemClock } from '../src/server/platform/clock/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'

const refusals = {
  no_account: 'No account has this address. Nothing was changed.',
  pays: 'This account pays for its plan, so only the payment provider can change it. Nothing was changed.',
}

await runCommand(async () => {
  const [email, wanted] = process.argv.slice(2)
  const tier = grantableTiers.find((each) => each === wanted)
  if (!email || !tier)
    throw new StartupError(`usage: npm run plan:grant -- EMAIL ${grantableTiers.join('|')}`)
  const granted = await withDatabase((database) =>
    grantPlan({ database, clock: systemClock }, { email, tier }),
  )
  if ('refused' in granted) throw new StartupError(refusals[granted.refused])
  console.log(`The plan is now ${tier}. Before, it was ${granted.before}.`)
})
