import { join } from 'node:path'
import type { Configuration } from '../../src/server/config.ts'
import type { Side } from '../../src/server/platform/moving/index.ts'
import { secretFiles } from '../../src/server/secrets.ts'

/** What to set after the rows were moved, and how the old place can be removed, in lines to follow. */
export function describeAfterDatabaseMove({
  source,
  to,
  serving,
  configuration,
}: {
  source: Side
  to: string
  serving: string | undefined
  configuration: Configuration
}): string {
  const { dataDir } = configuration
  const lines =
    to === 'embedded'
      ? [
          'All of it is there. Unset DATABASE_URL and MIGRATIONS_DATABASE_URL, and serve with',
          `  DATA_DIR=${dataDir}`,
        ]
      : [
          'All of it is there. Serve with (passwords are left out)',
          `  MIGRATIONS_DATABASE_URL=${dropPassword(to)}`,
          serving
            ? `  DATABASE_URL=${dropPassword(serving)}`
            : '  DATABASE_URL=(the login of a role that owns nothing: docs/operations.md, "Two roles"; the first start gives it its rights)',
          ...listKeys(configuration),
        ]
  return [
    ...lines,
    'Look at it before anybody is served: npm run -s restore:check, with these variables.',
    `${source.name[0]?.toUpperCase()}${source.name.slice(1)} is as it was, and no server serves from it any more. When you have a backup of the new place, remove it: ${
      source.name.startsWith('the embedded')
        ? `${join(dataDir, 'postgres')}, and the folder that it leads to if it is a link`
        : 'DROP DATABASE'
    }.`,
  ].join('\n')
}

/** The same after the files were moved. */
export function describeAfterFilesMove(
  to: 's3' | 'folder',
  sourceName: string,
  configuration: Configuration,
): string {
  const { s3, dataDir } = configuration
  const set =
    to === 's3'
      ? [
          'All of them are there. Serve with (the secret of the bucket is left out)',
          `  S3_BUCKET=${s3?.bucket}`,
          `  S3_REGION=${s3?.region}`,
          ...(s3?.endpoint ? [`  S3_ENDPOINT=${s3.endpoint}`] : []),
          ...(s3?.credentials ? [`  S3_ACCESS_KEY_ID=${s3.credentials.accessKeyId}`] : []),
          ...listKeys(configuration),
        ]
      : [
          'All of them are there. Unset S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and serve with',
          `  DATA_DIR=${dataDir}`,
        ]
  return [
    ...set,
    'Look at it before anybody is served: npm run -s restore:check, with these variables.',
    `Everything in ${sourceName} is as it was, and no server serves with it any more. When you have a backup of the new place, empty the old one.`,
  ].join('\n')
}

/** The key files that were in DATA_DIR so far: elsewhere they have to be given. */
function listKeys({
  dataDir,
  signingKeysFile,
  documentKeyFile,
  kmsKeyId,
  sealKeyFile,
}: Configuration): string[] {
  const file = (variable: string, given: string | null, name: string) =>
    `  ${variable}=${given ?? join(dataDir, 'secrets', name)}`
  return [
    file('SIGNING_KEYS_FILE', signingKeysFile, secretFiles.signingKeys),
    kmsKeyId
      ? `  KMS_KEY_ID=${kmsKeyId}`
      : file('DOCUMENT_KEY_FILE', documentKeyFile, secretFiles.documentKey),
    file('SEAL_KEY_FILE', sealKeyFile, secretFiles.sealKey),
  ]
}

function dropPassword(connectionString: string): string {
  const url = Object.assign(new URL(connectionString), { password: '' })
  url.searchParams.delete('password')
  return url.href
}
