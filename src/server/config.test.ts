import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfiguration } from './config.ts'
import { variables } from './config-variables.ts'
import { StartupError } from './platform/startup-error.ts'

function refusal(environment: Record<string, string>): string {
  try {
    readConfiguration(environment)
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return ''
}

/** The plain text of a table cell in Markdown. */
const readAsText = (cell: string) =>
  cell
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()

describe('the configuration', () => {
  it('needs no variable (RUN-1)', () => {
    expect(readConfiguration({})).toMatchObject({
      localOnly: true,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      s3: null,
      smtpUrl: null,
      emailCode: false,
      rateLimits: true,
      trustProxy: false,
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readConfiguration({ PORT: '', DATABASE_URL: '' })).toEqual(readConfiguration({}))
  })

  it('names every mistake at once, each with a valid example, and repeats no value (RUN-2)', () => {
    const message = refusal({ PORT: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db', LOG_LEVEL: 'loud' })
    expect(message.split('\n')).toEqual([
      'PORT must be a port number from 1 to 65535: start again with PORT=3000 npm start.',
      expect.stringMatching(
        /^DATABASE_URL must be a PostgreSQL connection URL: start again with DATABASE_URL=/,
      ),
      expect.stringMatching(/^LOG_LEVEL must be debug, info/),
    ])
    expect(message).not.toContain('hunter2')
  })

  it.each([
    ['DRAIN_SECONDS', ' '],
    ['LISTEN_FDS', '1.5'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:nonsense'],
    ['PUBLIC_URL', 'http://me:hunter2@localhost:3000'],
    ['PUBLIC_URL', 'http://localhost:3000/#hunter2'],
  ])('refuses the incomplete or overlong value %s=%j (RUN-2)', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} must be `))
  })

  it('trims the spaces around an address', () => {
    const address = 'postgresql://me@db:5432/assent'
    expect(readConfiguration({ DATABASE_URL: ` ${address} ` }).databaseUrl).toBe(address)
  })

  it('has examples that are accepted', () => {
    for (const [name, { schema, example }] of Object.entries(variables)) {
      const typed = example.replace(/^"(.*)"$/, '$1')
      expect(schema.safeParse(typed).success, `${name}=${example}`).toBe(true)
    }
  })

  it('accepts the public origin and refuses a path after it', () => {
    expect(readConfiguration({ PUBLIC_URL: 'https://assent.example/' }).publicUrl).toBe(
      'https://assent.example',
    )
    expect(refusal({ PUBLIC_URL: 'https://assent.example/app' })).toMatch(/^PUBLIC_URL must be the origin/)
  })

  it('generates keys in production only if DATA_DIR is the storage (RUN-3)', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://assent.example', EMAIL_CODE: 'never' }
    expect(refusal(production)).toBe('')
    for (const outside of [{ DATABASE_URL: 'postgresql://a@b/c' }, { S3_BUCKET: 'files' }]) {
      const message = refusal({ ...production, ...outside })
      expect(message).toMatch(/SIGNING_KEYS_FILE/)
      expect(message).toMatch(/DOCUMENT_KEY_FILE/)
      expect(message).toMatch(/npm run make-secrets/)
      expect(
        refusal({
          ...production,
          ...outside,
          SIGNING_KEYS_FILE: './a',
          DOCUMENT_KEY_FILE: './b',
          SEAL_KEY_FILE: './d',
        }),
      ).toBe('')
      expect(
        refusal({
          ...production,
          ...outside,
          SIGNING_KEYS_FILE: './a',
          KMS_KEY_ID: 'arn:aws:kms:eu-west-1:111122223333:key/1',
          SEAL_KEY_FILE: './d',
        }),
      ).toBe('')
      expect(refusal(outside)).toBe('')
    }
  })

  it('starts in production only with the public address and the mail settings, with one sentence for each missing one (RUN-3)', () => {
    const PUBLIC_URL = 'https://assent.example'
    const SMTP_URL = 'smtps://mail.example'
    const noAddress = expect.stringMatching(/^In production .* set PUBLIC_URL=https:\/\/assent\.example/)
    const noMail = expect.stringMatching(/^In production mails .* set SMTP_URL=smtps:.* or EMAIL_CODE=never/)
    const refusals = (more: Record<string, string>) =>
      refusal({ NODE_ENV: 'production', ...more }).split('\n')
    expect(refusals({})).toEqual([noAddress, noMail])
    expect(refusals({ PUBLIC_URL })).toEqual([noMail])
    expect(refusals({ SMTP_URL })).toEqual([noAddress])
    expect(refusals({ PUBLIC_URL, EMAIL_CODE: 'always' })).toEqual([noMail])
    expect(refusals({ PUBLIC_URL, EMAIL_CODE: 'auto' })).toEqual([noMail])
    expect(refusals({ PUBLIC_URL, EMAIL_CODE: 'never' })).toEqual([''])
    expect(refusals({ PUBLIC_URL, SMTP_URL })).toEqual([''])
  })

  it('serves without encryption in production only if told so, and on this machine without being told (RUN-41)', () => {
    const careful = { PUBLIC_URL: 'https://assent.example', SMTP_URL: 'smtps://me:hunter2@mail.example' }
    const refusals = (changed: Record<string, string>) =>
      refusal({ NODE_ENV: 'production', ...careful, ...changed }).split('\n')
    const taken = ['']
    const noHttps = expect.stringMatching(/PUBLIC_URL=https:\/\/assent\.example .*or ALLOW_HTTP=on/)
    const noTls = expect.stringMatching(/smtps, .*\?requireTLS=true .*or in \?ignoreTLS=true/)
    expect(refusals({})).toEqual(taken)
    const http = { PUBLIC_URL: 'http://assent.example' }
    for (const PUBLIC_URL of [http.PUBLIC_URL, 'http://192.168.1.5:3000', 'http://localhost.example'])
      expect(refusals({ PUBLIC_URL })).toEqual([noHttps])
    expect(refusals({ ...http, ALLOW_HTTP: 'off' })).toEqual([noHttps])
    expect(refusals({ ...http, ALLOW_HTTP: 'on' })).toEqual(taken)
    const smtp = 'smtp://me:hunter2@mail.example'
    for (const query of ['', '?pool=true', '?requireTLS=false', '?name=requireTLS=true', '?ignoreTLS'])
      expect(refusals({ SMTP_URL: smtp + query }), query).toEqual([noTls])
    expect(refusals({ SMTP_URL: 'smtp://me:requireTLS=true@mail.example' })).toEqual([noTls])
    for (const query of ['?requireTLS=true', '?ignoreTLS=true', '?pool=true&requireTLS=true'])
      expect(refusals({ SMTP_URL: smtp + query }), query).toEqual(taken)
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(refusals({ PUBLIC_URL: `http://${host}:3000`, SMTP_URL: `smtp://${host}:25` })).toEqual(taken)
    expect(refusals({ ...http, SMTP_URL: smtp })).toEqual([noHttps, noTls])
    expect(refusals({ SMTP_URL: smtp }).join()).not.toContain('hunter2')
    expect(refusal({ ...http, SMTP_URL: smtp })).toBe('')
  })

  it.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:3000', true],
    ['http://localhost.example', false],
    ['http://192.168.1.5:3000', false],
    ['http://0.0.0.0:3000', false],
    ['https://assent.example', false],
  ])('decides whether %s serves only this machine: %s', (PUBLIC_URL, localOnly) => {
    expect(readConfiguration({ PUBLIC_URL }).localOnly).toBe(localOnly)
    const production = { NODE_ENV: 'production', EMAIL_CODE: 'never', ALLOW_HTTP: 'on' }
    expect(readConfiguration({ PUBLIC_URL, ...production }).localOnly).toBe(false)
  })

  it('refuses a guessable token for the metrics', () => {
    expect(readConfiguration({}).metricsToken).toBeNull()
    expect(refusal({ METRICS_TOKEN: 'hunter2' })).toMatch(/^METRICS_TOKEN must be a secret of at least 32/)
    expect(readConfiguration({ METRICS_TOKEN: '0123456789abcdef'.repeat(2) }).metricsToken).toHaveLength(32)
  })

  it('refuses incomplete and contradictory settings', () => {
    expect(refusal({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' })).toMatch(/belong together/)
    expect(refusal({ S3_ENDPOINT: 'https://s3.example' })).toMatch(/without S3_BUCKET/)
    expect(
      refusal({ DOCUMENT_KEY_FILE: 'a', KMS_KEY_ID: 'arn:aws:kms:eu-west-1:111122223333:key/1' }),
    ).toMatch(/exclude each other/)
    expect(refusal({ STRIPE_SECRET_KEY: 'sk_test_1' })).toMatch(/STRIPE_WEBHOOK_SECRET/)
  })

  it('refuses unencrypted backups, and backups of data stored elsewhere (RESTORE-11)', () => {
    const backups = { BACKUP_DIR: '/backup', BACKUP_RECIPIENT: 'age1yourownpublickey' }
    expect(refusal({ BACKUP_DIR: '/backup' })).toMatch(/^BACKUP_DIR is set without BACKUP_RECIPIENT: [^\n]+$/)
    for (const elsewhere of [{ DATABASE_URL: 'postgres://me@db/assent' }, { S3_BUCKET: 'files' }])
      expect(refusal({ ...backups, ...elsewhere })).toMatch(/^BACKUP_DIR is for what is in DATA_DIR: [^\n]+$/)
    expect(refusal({ BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1' })).toMatch(
      /^BACKUP_RECIPIENT must be a public key/,
    )
    expect(readConfiguration(backups).backups).toEqual({
      folder: '/backup',
      recipient: 'age1yourownpublickey',
      days: 30,
    })
  })

  it('mails a code at the gate if SMTP is configured, unless told otherwise', () => {
    const SMTP_URL = 'smtp://mail.example'
    expect(readConfiguration({ SMTP_URL }).emailCode).toBe(true)
    expect(readConfiguration({ SMTP_URL, EMAIL_CODE: 'never' }).emailCode).toBe(false)
    expect(readConfiguration({ EMAIL_CODE: 'always' }).emailCode).toBe(true)
  })

  it('is documented: docs/configuration.md lists exactly these variables and their defaults (RUN-2)', async () => {
    const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|([^|]*)\|/gm)].map(([, name, value]) => [
      name,
      value?.trim().replaceAll('`', ''),
    ])
    const real = Object.entries(variables).map(([name, { schema }]) => {
      const byDefault: unknown = schema.safeParse(undefined).data
      const shown =
        byDefault === undefined ? '' : byDefault === true ? 'on' : byDefault === false ? 'off' : byDefault
      return [name, String(shown)]
    })
    expect(documented).toEqual(real)
  })

  it('has an example of each variable, commented out, in .env.example (RUN-2)', async () => {
    const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
    const described = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|([^|]*)\|(.*)\|$/gm)].map(
      ([, name = '', byDefault = '', text = '']) => ({
        name,
        lines: [readAsText(text), byDefault.trim() && `Default: ${readAsText(byDefault)}`].filter(Boolean),
        example: variables[name as keyof typeof variables].example,
      }),
    )
    const file = [
      '# Made from docs/configuration.md. Copy it, and take the # from what you set.',
      ...described.map(({ name, lines, example }) =>
        ['', ...lines.map((line) => `# ${line}`), `#${name}=${example}`].join('\n'),
      ),
      '',
    ].join('\n')
    await expect(file).toMatchFileSnapshot('../../.env.example')
  })
})

describe('settings that are allowed but rarely intended (RUN-37)', () => {
  const warnings = (environment: Record<string, string>) => readConfiguration(environment).warnings
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://assent.example',
    SMTP_URL: 'smtps://user:secret@mail.example',
    DOCUMENT_KEY_FILE: './secrets/document-key',
  }

  it('are not found without settings, or in a careful production (RUN-37)', () => {
    expect(warnings({ HOSTNAME: 'box', LANGUAGE: 'en', NODE_VERSION: '24' })).toEqual([])
    expect(warnings(production)).toEqual([])
  })

  it.each([
    ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
    ['The document key', { DOCUMENT_KEY_FILE: '' }],
  ])('are named in production, without their value: %s (RUN-37)', (name, changed) => {
    const [sentence, ...others] = warnings({ ...production, ...changed })
    expect(sentence).toContain(name)
    expect(sentence).not.toContain('secret@')
    expect(others).toEqual([])
  })

  it('are allowed on this machine (RUN-37)', () => {
    expect(warnings({ RATE_LIMITS: 'off' })).toEqual([])
  })

  it.each([
    ['./data', './data/backups', true],
    ['/srv/assent', '/srv/other/../assent', true],
    ['/srv/assent', '/srv/assent-backups', false],
  ])('name a BACKUP_DIR inside DATA_DIR: %s, %s (RUN-37)', (DATA_DIR, BACKUP_DIR, isNamed) => {
    const found = warnings({ DATA_DIR, BACKUP_DIR, BACKUP_RECIPIENT: 'age1x' })
    expect(found).toEqual(isNamed ? [expect.stringContaining('BACKUP_DIR lies in DATA_DIR')] : [])
  })

  it.each([
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['RETENTION_DAY', 'RETENTION_DAYS'],
  ])('include misspelt names that are never read: %s (RUN-37)', (name, meant) => {
    expect(warnings({ [name]: 'x' })).toEqual([`${name} is read by nothing: did you mean ${meant}?`])
  })

  it.each([
    ['SMTP_HOST', 'SMTP_URL'],
    ['MAIL_SERVER', 'MAIL_FROM'],
    ['BACKUP_FOLDER', 'BACKUP_DIR, BACKUP_RECIPIENT or BACKUP_DAYS'],
    ['S3_KEY', 'S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY'],
  ])('include names of a service that are never read: %s (RUN-37)', (name, meant) => {
    expect(warnings({ [name]: 'secret@' })).toEqual([`${name} is read by nothing: did you mean ${meant}?`])
  })

  it.each([
    ['IDENTITY_PROVIDER', 'off'],
    ['STRIPE_IDENTITY_KEY', 'rk_live_1'],
    ['STRIPE_IDENTITY_WEBHOOK_SECRET', 'whsec_1'],
  ])('say once of %s that it is removed, without its value (RUN-37)', (name, value) => {
    expect(warnings({ [name]: value })).toEqual([
      `${name} is removed, because Stripe Identity is: unset it, and read docs/upgrade.md.`,
    ])
    expect(warnings({ [name]: '' })).toEqual([])
  })

  it('don’t include the variables of the system and of Node (RUN-37)', () => {
    const others = [
      'NODE_OPTIONS',
      'LISTEN_FDNAMES',
      'PUBLIC_IP',
      'LOG_DIR',
      'HOST_NAME',
      'DATA_HOME',
      'AWS_REGION',
    ]
    expect(warnings(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  })

  it('require the ARN of a KMS key, or refuse the variable (RUN-2)', () => {
    expect(refusal({ KMS_KEY_ID: 'foo' })).toContain('KMS_KEY_ID must be the ARN of a KMS key')
  })
})
