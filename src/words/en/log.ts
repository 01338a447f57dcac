import { messages } from '../messages.ts'

/** Everything that the page of the log says. */
export default messages('log', {
  title: 'The log of seals',
  lead: 'Every sealed record is an entry of this log, which only grows. It holds fingerprints and says nothing about anybody.',
  whatText:
    'Each entry changes the one number, the root, that stands for the whole log. Whoever kept an earlier root can ask for proof that today’s log grew out of it. If an entry was removed, changed or dated back since, there is no such proof, whoever did it: we cannot make one either.',
  loading: 'Loading the log…',
  failed: 'The log could not be loaded',
  again: 'Try Again',
  state: 'Its newest state',
  entries: 'Entries',
  made: 'Made',
  never: 'There is no entry yet',
  name: 'Name',
  key: 'Key',
  checkpoint: 'As a signed note',
  time: 'Time',
  noAuthority: 'No time authority is configured: the times are those of our own clock.',
  notStamped: 'No state is stamped by the time authority yet.',
  stamped: 'Stamped by an independent time authority:',
  cosigned: 'Cosigned:',
  witnesses: 'Witnesses',
  witnessesLead:
    'A witness remembers the last state that it saw and signs a later one only with the proof that the log grew. It belongs to somebody else, or it is worth nothing.',
  noWitness:
    'No witness is configured. Until there is one, only people who kept a record or a state of the log can find that it was made anew.',
  notCosigned: 'Has not cosigned a state yet.',
  stateOf: 'the state of {size, plural, one {1 entry} other {# entries}}',
  yourself: 'Witness it yourself',
  yourselfText:
    'This program needs Node and nothing of ours. It looks at the log every minute, remembers, and says when the log is not what it was. Read it before you run it, and compare the key with one that you have from elsewhere.',
  program: 'The program, to read and to run',
  checkpointLink: 'The newest state as a signed note',
  check: 'Check a record',
  api: 'API reference',
})
