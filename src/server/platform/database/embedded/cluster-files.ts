import { join } from 'node:path'
import { writeDurably } from '../../files/index.ts'
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

type Place = { place: string; user: PostgresUser; settings: string[] }

/** Writes postgresql.conf with our settings and `more` after them. */
export async function writeSettings({ place, user, settings: more }: Place): Promise<void> {
  await writeDurably(join(place, 'postgresql.conf'), joinLines([...settings, ...more]), { owner: user })
}

function joinLines(text: string[]): string {
  return `${text.join('\n')}\n`
}
