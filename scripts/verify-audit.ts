// npm run audit:verify: walks the audit trail of every verification and names the first row that is not as it was written.
import { verifyTrails } from '../src/server/audit/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { withDatabase } from './lib/with-database.ts'

try {
  const report = await withDatabase(verifyTrails)
  if (report.firstBad) {
    const { verificationId, sequence, reason } = report.firstBad
    console.error(`BROKEN: verification ${verificationId}, row ${sequence}: ${reason}.`)
    process.exitCode = 1
  } else {
    console.log(`Sound: ${report.rows} rows of ${report.trails} verifications are as they were written.`)
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
