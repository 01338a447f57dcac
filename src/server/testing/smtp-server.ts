import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { makeJobLanes } from '../job-handlers.ts'
import { runDueJobs } from '../platform/jobs/index.ts'
import { createSmtpMailer } from '../platform/mail/index.ts'
import type { Settings } from '../platform/platform.ts'
import { listenHere } from './listen-here.ts'
import { createTestApp } from './test-app.ts'

export type ReceivedMail = { to: string; raw: string }

export type TestSmtpServer = {
  url: string
  received: ReceivedMail[]
  /** The server's answer to a RCPT or to the message itself; null accepts it. */
  refusal: { at: 'rcpt' | 'data'; code: number; text: string } | null
  /** Called before an accepted mail is acknowledged; if it rejects, the connection is dropped. */
  beforeAnswer: () => Promise<void>
  close(): Promise<void>
}

/** A mail server on a free port of this machine that does as told. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const refuse = (at: 'rcpt' | 'data') => {
    const { refusal } = test
    return refusal?.at === at ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => done(refuse('rcpt')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = refuse('data')
        if (refused) return done(refused)
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        test.received.push({ to, raw: Buffer.concat(chunks).toString() })
        test.beforeAnswer().then(
          () => done(),
          () => server.close(),
        )
      })
    },
  })
  // Some tests break the connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const test: TestSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    refusal: null,
    beforeAnswer: async () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return test
}

/** A server that accepts connections and never sends anything. */
export async function startSilentServer(): Promise<{
  url: string
  connections: Set<Socket>
  close(): Promise<void>
}> {
  const connections = new Set<Socket>()
  const server = createServer((socket) => {
    connections.add(socket)
    socket.on('error', () => {}).on('close', () => connections.delete(socket))
  })
  const { port, close } = await listenHere(server)
  return { url: `smtp://127.0.0.1:${port}`, connections, close }
}

/** An installation with its own mail server, which accepts or refuses mails. */
export async function openMailedApp(settings?: Partial<Settings>) {
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
    /** Runs the due jobs, with mails sent by SMTP. */
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
