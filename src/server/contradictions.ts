import { isLoopbackHost } from './http/origin.ts'

/** The given variables that depend on each other. */
type Values = Partial<
  Record<
    | 'PUBLIC_URL'
    | 'DATABASE_URL'
    | 'MIGRATIONS_DATABASE_URL'
    | 'S3_BUCKET'
    | 'S3_ENDPOINT'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SECRET_ACCESS_KEY'
    | 'SMTP_URL'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_PRICE_MONTHLY'
    | 'STRIPE_PRICE_SIXMONTH'
    | 'STRIPE_PRICE_ANNUAL'
    | 'TSA_URL'
    | 'TSA_ROOTS_FILE'
    | 'SEAL_KEY_FILE'
    | 'SIGNING_KEYS_FILE'
    | 'DOCUMENT_KEY_FILE'
    | 'KMS_KEY_ID'
    | 'BACKUP_DIR'
    | 'BACKUP_RECIPIENT',
    string | undefined
  >
> & { NODE_ENV: string; ALLOW_HTTP: boolean; EMAIL_CODE: string }

/**
 * One sentence, with the setting to use, for each pair of variables that contradict each other and for each variable
 * missing in production.
 */
export function listContradictions(values: Values): string[] {
  const sentences: string[] = []
  if (Boolean(values.S3_ACCESS_KEY_ID) !== Boolean(values.S3_SECRET_ACCESS_KEY)) {
    sentences.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.')
  }
  if (values.MIGRATIONS_DATABASE_URL && !values.DATABASE_URL) {
    sentences.push(
      'MIGRATIONS_DATABASE_URL is set without DATABASE_URL: set DATABASE_URL to the login of the role that serves.',
    )
  }
  if (values.S3_ENDPOINT && !values.S3_BUCKET) {
    sentences.push('S3_ENDPOINT is set without S3_BUCKET: set S3_BUCKET to the name of the bucket.')
  }
  if (values.DOCUMENT_KEY_FILE && values.KMS_KEY_ID) {
    sentences.push('DOCUMENT_KEY_FILE and KMS_KEY_ID exclude each other: unset one of them.')
  }
  if (values.BACKUP_DIR && !values.BACKUP_RECIPIENT) {
    sentences.push(
      'BACKUP_DIR is set without BACKUP_RECIPIENT: set it to the public key that age-keygen prints.',
    )
  }
  if (values.BACKUP_DIR && (values.DATABASE_URL || values.S3_BUCKET)) {
    sentences.push(
      'BACKUP_DIR is for what is in DATA_DIR: unset it, and copy PostgreSQL and a bucket of your own as docs/operations.md says.',
    )
  }
  if (values.NODE_ENV === 'production') {
    sentences.push(...listMissingInProduction(values), ...listInClear(values))
  }
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET) {
    sentences.push(
      'STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET: set it to the signing secret of the webhook.',
    )
  }
  for (const name of ['STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_SIXMONTH', 'STRIPE_PRICE_ANNUAL'] as const) {
    if (values.STRIPE_SECRET_KEY && !values[name])
      sentences.push(`STRIPE_SECRET_KEY is set without ${name}: set it to the id of that plan's price.`)
  }
  if (values.TSA_ROOTS_FILE && !values.TSA_URL) {
    sentences.push('TSA_ROOTS_FILE is set without TSA_URL: set TSA_URL to the address of the authority.')
  }
  if (needsGivenSecrets(values)) {
    const outside = values.DATABASE_URL ? 'DATABASE_URL' : 'S3_BUCKET'
    const because = `In production with ${outside} the data is not in DATA_DIR, so its keys must not be either`
    if (!values.SIGNING_KEYS_FILE) {
      sentences.push(
        `${because}: run "npm run make-secrets -- ./secrets" and set SIGNING_KEYS_FILE=./secrets/signing-keys.json.`,
      )
    }
    if (!values.SEAL_KEY_FILE) {
      sentences.push(
        `${because}: run "npm run make-secrets -- ./secrets" and set SEAL_KEY_FILE=./secrets/seal-key.pem.`,
      )
    }
    if (!values.DOCUMENT_KEY_FILE && !values.KMS_KEY_ID) {
      sentences.push(
        `${because}: run "npm run make-secrets -- ./secrets" and set DOCUMENT_KEY_FILE=./secrets/document-key, or set KMS_KEY_ID.`,
      )
    }
  }
  return sentences
}

/**
 * One sentence for each value that a production installation must set: the address in every link and mail, and the
 * delivery of mail.
 */
function listMissingInProduction({ PUBLIC_URL, SMTP_URL, EMAIL_CODE }: Values): string[] {
  const sentences: string[] = []
  if (!PUBLIC_URL) {
    sentences.push(
      'In production the links need the address that people type: set PUBLIC_URL=https://assent.example (yours).',
    )
  }
  if (!SMTP_URL && EMAIL_CODE !== 'never') {
    sentences.push(
      'In production mails must reach people: set SMTP_URL=smtps://user:password@mail.example:465 ' +
        '(yours), or EMAIL_CODE=never to serve without mail: then no code is asked for at the gate, ' +
        'and no mail arrives.',
    )
  }
  return sentences
}

/** Faces, IDs, links and codes cross a network unencrypted only where the operator allows it explicitly (RUN-41). */
function listInClear({ PUBLIC_URL, ALLOW_HTTP, SMTP_URL }: Values): string[] {
  const sentences: string[] = []
  if (PUBLIC_URL && isFromElsewhere(PUBLIC_URL, 'http:') && !ALLOW_HTTP) {
    sentences.push(
      'In production PUBLIC_URL begins with https, or pictures of IDs cross the network in clear: ' +
        'set PUBLIC_URL=https://assent.example (yours), or ALLOW_HTTP=on to serve without encryption.',
    )
  }
  if (SMTP_URL && isFromElsewhere(SMTP_URL, 'smtp:') && !setsTls(SMTP_URL)) {
    sentences.push(
      'In production mails are handed over encrypted, since they hold links and codes: begin ' +
        'SMTP_URL with smtps, or end it in ?requireTLS=true for STARTTLS, or in ?ignoreTLS=true to ' +
        'send them in clear.',
    )
  }
  return sentences
}

function isFromElsewhere(url: string, protocol: string): boolean {
  const { protocol: given, host } = new URL(url)
  return given === protocol && !isLoopbackHost(host)
}

/** Reads the query of the URL as nodemailer does. */
function setsTls(url: string): boolean {
  const { searchParams } = new URL(url)
  return ['requireTLS', 'ignoreTLS'].some((name) => searchParams.get(name) === 'true')
}

/** Keys generated into DATA_DIR are safe only if the data they protect is in DATA_DIR too (RUN-3). */
function needsGivenSecrets(values: Values): boolean {
  return values.NODE_ENV === 'production' && Boolean(values.DATABASE_URL || values.S3_BUCKET)
}
