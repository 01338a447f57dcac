import { makeJobLanes } from '../job-handlers.ts'
import { runDueJobs } from '../platform/jobs/index.ts'
import { createSmtpMailer, type Mailer } from '../platform/mail/index.ts'
import type { Settings } from '../platform/platform.ts'
import { startSmtpServer, type TestSmtpServer } from './smtp-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** An installation whose mails go to a server that takes or refuses them. */
export type MailedApp = TestApp & {
  server: TestSmtpServer
  mailer: Mailer
  /** Works off what is due, mails by SMTP. */
  send(): Promise<void>
}

export async function openMailedApp(settings?: Partial<Settings>): Promise<MailedApp> {
  const test = await createTestApp(settings)
  const server = await startSmtpServer()
  const { clock, logger } = test.platform
  const mailer = createSmtpMailer({
    smtpUrl: server.url,
    from: 'assent@app.example',
    supportEmail: 'support@app.example',
    clock,
    logger,
  })
  return {
    ...test,
    server,
    mailer,
    async send() {
      const lanes = makeJobLanes({ ...test.platform, mailer })
      await runDueJobs({ connectionString: test.connectionString, lanes, logger })
    },
    async close() {
      await test.close()
      await server.close()
    },
  }
}
