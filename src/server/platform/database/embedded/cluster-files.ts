import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../files/index.ts'
import { isBlank } from '../../secrets/kept-secret.ts'
import type { PostgresUser } from './operating-system-user.ts'

/**
 * The address is this machine's own. Rows are acknowledged after they reached the disk: fsync, full_page_writes and synchronous_commit
 * keep their safe defaults. Statements and values stay out of the log, since they hold personal data; the product logs its own errors.
 */
const settings = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  "timezone = 'UTC'",
  "log_timezone = 'UTC'",
  'log_min_messages = log',
  'log_min_error_statement = panic',
  'log_error_verbosity = terse',
  'log_checkpoints = off',
  'max_connections = 60',
]

/** Nobody gets in without the password. */
const access = ['host all all 127.0.0.1/32 scram-sha-256', 'host all all ::1/128 scram-sha-256']

type Place = { place: string; user: PostgresUser; settings: string[] }

/** Writes postgresql.conf with our settings and `more` after them. */
export async function writeSettings({ place, user, settings: more }: Place): Promise<void> {
  await writeDurably(join(place, 'postgresql.conf'), joinLines([...settings, ...more]), { owner: user })
}

/**
 * Writes each configuration file anew that is missing, blank or has zeros in it, as a power cut can leave it, and answers their names.
 * What they say is ours, so nothing is lost with them.
 */
export async function repairConfiguration(cluster: Place): Promise<string[]> {
  const { place, user } = cluster
  const repaired: string[] = []
  for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf', 'postgresql.auto.conf']) {
    const text = await readFile(join(place, name), 'utf8').catch(() => null)
    if (text !== null && !text.includes('\0') && !(isBlank(text) && name !== 'postgresql.auto.conf')) continue
    if (name === 'postgresql.conf') await writeSettings(cluster)
    else {
      const contents = name === 'pg_hba.conf' ? joinLines(access) : '# Nothing is set here.\n'
      await writeDurably(join(place, name), contents, { owner: user })
    }
    repaired.push(name)
  }
  return repaired
}

function joinLines(text: string[]): string {
  return `${text.join('\n')}\n`
}
