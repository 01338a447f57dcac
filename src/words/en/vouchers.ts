import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The proof of an age and a name by a bank, an eID or an age key. */
export default messages('vouchers', {
  /** The ways to prove an age, each with who learns what. */
  list: 'Prove your age and name',
  ways: {
    age_key: 'Use an age key',
    wallet: 'Use a wallet',
    bank: 'Use my bank',
    eid: 'Use my eID',
    id: 'Use my ID',
  },
  learns: {
    age_key: `We learn that you’re 18 or over, nothing else. Your age key’s provider learns that you used ${productName}, not for whom.`,
    wallet: 'We learn what you let it show. Its issuer doesn’t learn of it.',
    bank: `Your bank learns that you used ${productName}, not for whom. We can’t erase that there.`,
    eid: `Your eID’s provider learns that you used ${productName}, not for whom. We can’t erase that there.`,
    id: 'We keep a picture of it for a time, and the other person may see it.',
  },
  keyHasNoName: 'It has no name, so you need your ID too.',
  otherWay: 'Choose another way',
  loading: 'Loading...',
  notLoaded: 'We couldn’t find out which banks and age keys work here. Nothing is lost.',
  notOffered: 'None is available at the moment. Choose another way.',
  again: 'Try again',

  prove: {
    bank: 'Prove my age with my bank',
    eid: 'Prove my age with my eID',
    age_key: 'Prove my age with my age key',
  },
  which: {
    bank: 'Which service does your bank use?',
    eid: 'Which eID do you have?',
    age_key: 'Which age key do you have?',
  },
  inCountries: '{name} ({countries})',
  explain: {
    bank: 'We ask your bank, through {provider}, whether you’re 18 or over.',
    eid: 'We ask your eID, through {provider}, whether you’re 18 or over.',
    age_key: 'We ask your age key of {provider} whether you’re 18 or over.',
  },
  explainName: 'With “Prove my age and name” we also ask for your name and compare it with “{name}”.',
  ageOnlyKeepsId: '“Age only” doesn’t replace your ID here, because your name is asked for too.',
  /** What isn't asked, or isn't kept, where the age alone or the name too is asked for. */
  notAsked: {
    age: 'Not your name, your accounts or any number. If a birth date comes with the answer, we don’t keep it.',
    name: 'Not your accounts or any number. We don’t keep your name, or a birth date that comes with the answer.',
  },
  kept: 'We keep that you’re 18 or over, who confirmed it and when, and two fingerprints: of the answer, and of your identity there, for this request alone.',
  keptName:
    'We keep that you’re 18 or over, whether the name agrees, who confirmed it and when, and two fingerprints: of the answer, and of your identity there, for this request alone.',
  beginning: 'Preparing...',
  waiting: {
    bank: 'Waiting for your bank, for up to 15 minutes. If it opened another app or tab, finish there.',
    eid: 'Waiting for your eID, for up to 15 minutes. If it opened another app or tab, finish there.',
    age_key: 'Waiting for your age key, for up to 15 minutes. If it opened another app or tab, finish there.',
  },
  goAgain: {
    bank: 'Go to my bank again',
    eid: 'Go to my eID again',
    age_key: 'Go to my age key again',
  },
  cancel: 'Cancel',

  provenBy: {
    bank: 'Confirmed by your bank through {provider}.',
    eid: 'Confirmed by your eID through {provider}.',
    age_key: 'Confirmed by your age key of {provider}.',
  },
  provenEarlier: 'You proved it earlier.',
  nameAgrees: 'The name there agrees with “{name}”.',
  nameDiffers: {
    own: 'The name there is different from “{name}”. If you misspelled it, correct it and prove it again.',
    third: 'The name there is different from “{name}”. A record would say so.',
  },
  nameNotCompared: 'The name there is missing or in other letters, so we didn’t compare it.',
  /** A proof of the age without the name, where the name is asked for: where an ID is taken, and where none is. */
  notInstead: {
    id: 'Your name is asked for too, so this doesn’t replace your ID. Use your ID, or prove your age and name.',
    own: 'Your name is asked for too, so this isn’t enough. Prove your age and name.',
    third:
      'Your name is asked for too, so this isn’t enough. Prove your age and name or, if the name in this request is wrong, ask for a new one.',
  },

  underAge: {
    bank: 'Your bank says you’re under 18',
    eid: 'Your eID says you’re under 18',
    age_key: 'Your age key says you’re under 18',
  },
  failed: {
    cancelled: 'You cancelled. We learned nothing.',
    expired: 'The 15 minutes are over, so the answer doesn’t count. Nothing else is lost: start again.',
    replaced: 'You started again since, in this or another tab. Only the newer one counts.',
    network: 'The connection failed. Check it and try again.',
    answer_invalid: 'The answer isn’t valid for this request. We kept nothing of it. Start again.',
    method_refused:
      'It was confirmed in a way that we don’t accept. Use another one there, or choose another way here.',
    age_unknown: 'The answer doesn’t say whether you’re 18 or over. Choose another way.',
    provider_away:
      'We couldn’t reach it, or it failed. Nothing is lost: try again later, or choose another way.',
  },

  returnTitle: 'Back from your bank, eID or age key',
  returning: 'Finishing...',
  returned: 'Your age is proven',
  otherTab: 'Go back to the tab where you started. It shows how it went.',
  nothingLost: 'What you’ve typed isn’t lost.',
  back: 'Back to the form',
  elsewhere: 'We couldn’t finish here',
  elsewhereText:
    'Another browser began this, or the 15 minutes are over. Go back to where you started: nothing is lost there.',
  notThis: 'This answer is to an earlier request, or not to yours. Only the newest one counts.',
  over: 'This was answered before, or you started again since. The form shows how it went.',
})
