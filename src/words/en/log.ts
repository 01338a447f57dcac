import { messages } from '../messages.ts'

/** The texts of the log page. */
export default messages('log', {
  title: 'The log of seals',
  lead: 'Every sealed record is an entry in this log, which only grows. It has only fingerprints, nothing about people.',
  whatText:
    'Each entry changes one number, the root. If you kept an earlier root, you can ask for proof that today’s log grew out of it. If an entry was removed, changed or backdated, there is none.',
  loading: 'Loading the log…',
  failed: 'We couldn’t load the log',
  again: 'Try Again',
  state: 'Its newest state',
  entries: 'Entries',
  made: 'Made',
  never: 'No entries yet',
  name: 'Name',
  key: 'Key',
  checkpoint: 'As a signed note',
  time: 'Time',
  noAuthority: 'No time authority is configured: the times are from our own clock.',
  notStamped: 'The time authority hasn’t stamped a state yet.',
  stamped:
    'Stamped by an independent time authority: the state of {size, plural, one {1 entry} other {# entries}}, {at}',
  cosigned: 'Cosigned: the state of {size, plural, one {1 entry} other {# entries}}, {at}',
  witnesses: 'Witnesses',
  witnessesLead:
    'A witness signs a later state only with proof that the log grew. It’s only worth something if someone else runs it.',
  noWitness:
    'No witness is configured: only people who kept a record or a state of the log can notice that it was replaced.',
  notCosigned: 'Hasn’t cosigned a state yet.',
  yourself: 'Witness it yourself',
  yourselfText:
    'This program needs only Node. It tells you when the log isn’t what it was. Compare the key with one from elsewhere.',
  program: 'The program, to read and to run',
  checkpointLink: 'The newest state as a signed note',
  check: 'Check a record',
  api: 'API reference',
})
