import { messages } from '../messages.ts'

export default messages('wallets', {
  prove: 'Prove my age with a wallet',
  proveBoth: 'Prove my age and name',
  ageOnly: 'Age only',
  useId: 'Use my ID instead',
  /** What is asked, by the element that tells the age. */
  explain: {
    age_over_18: 'We ask your wallet one thing: whether you’re 18 or over.',
    birth_date:
      'We ask your wallet for your birth date, because this credential has no “18 or over”. We don’t keep the date.',
  },
  explainName:
    'With “Prove my age and name” we also ask for your name and compare it with “{name}”. We don’t keep it.',
  /** What isn't asked, where the age alone or the name too is asked for, by the element that tells the age. */
  notAsked: {
    age: {
      age_over_18: 'Not your name, birth date or any number.',
      birth_date: 'Not your name or any number.',
    },
    name: {
      age_over_18: 'Not your birth date or any number.',
      birth_date: 'Not your photo or any number.',
    },
  },
  notTold: 'The issuer doesn’t learn of it.',
  kept: 'We keep that you’re 18 or over, who issued the credential, and a fingerprint of the answer.',
  keptName:
    'We keep that you’re 18 or over, whether the name agrees, who issued the credential, and a fingerprint of the answer.',
  /** Who can use it: with one kind of credential a sentence, with several a question. */
  needs: {
    'eu.europa.ec.av.1': 'You need the EU’s proof of age in a wallet app.',
    'org.iso.18013.5.1.mDL': 'You need a driving licence in a wallet app.',
    'org.iso.23220.photoid.1': 'You need a photo ID in a wallet app.',
    'com.google.wallet.idcard.1': 'You need an ID pass in Google Wallet.',
    'eu.europa.ec.eudi.pid.1': 'You need a digital ID in an EU wallet app.',
  },
  which: 'Which do you have?',
  credential: {
    'org.iso.18013.5.1.mDL': 'A driving licence',
    'eu.europa.ec.av.1': 'The EU’s proof of age',
    'org.iso.23220.photoid.1': 'A photo ID',
    'com.google.wallet.idcard.1': 'An ID pass in Google Wallet',
    'eu.europa.ec.eudi.pid.1': 'A digital ID in an EU wallet',
  },
  loading: 'Checking which wallets work here...',
  notOffered: 'Wallets aren’t available at the moment.',
  beginning: 'Preparing...',
  inBrowser: 'Your browser is asking your wallet. Answer there.',
  otherPhone: 'Use a QR code or a link instead',
  open: 'Open my wallet',
  openHint: 'Your wallet shows what we ask, then brings you back.',
  showCode: 'My wallet is on another phone',
  scan: 'Scan this code with the phone that has your wallet. Don’t show it to others: they could answer for you.',
  code: 'QR code for your wallet',
  waiting: 'Waiting for your wallet, for up to five minutes.',
  answered: 'Your wallet has answered. Let it open this browser again to finish.',
  cancel: 'Cancel',
  again: 'Try again',
  proven: 'Proven: you’re 18 or over',
  provenBy: 'Issuer of the credential: {issuer}.',
  provenEarlier: 'You proved it earlier.',
  nameAgrees: 'Its name agrees with “{name}”.',
  nameDiffers: {
    own: 'It has a different name from “{name}”, so your name stays declared, and the record will say so. If you misspelled it, correct it and prove it again.',
    third:
      'It has a different name from “{name}”, so your name stays declared, and the record will say so. Sign with your own name.',
  },
  nameNotCompared: 'It has your name in other letters, so we didn’t compare it.',
  nameChanged: 'You changed your name after that. To have “{name}” compared, prove it again.',
  /** Leads to the field where the name may be put right. */
  correct: { own: 'Correct my name', third: 'Go to my signature' },
  proveAgain: 'Prove it again',
  underAgeTitle: 'Your wallet says you’re under 18',
  underAge: 'This service is for adults. We kept nothing of the answer.',
  failedTitle: 'Your age wasn’t proven',
  cancelled: 'You cancelled. Nothing was shared.',
  expired: 'Five minutes passed without an answer. Nothing was shared.',
  replaced: 'You started again in another tab. Go on there, or start again here.',
  network: 'The connection failed. Check it and try again.',
  refused: {
    unreadable: 'We couldn’t read the answer. We may not support this wallet.',
    not_for_this_request: 'The answer was for another request, or another device signed it.',
    issuer_unknown: 'We don’t know the issuer of this credential.',
    signer_refused: 'The issuer’s certificate isn’t valid.',
    issuer_signature: 'The issuer’s signature isn’t valid.',
    credential_expired: 'The credential has expired. Renew it in your wallet.',
    credential_not_yet_valid: 'The credential isn’t valid yet.',
    wrong_credential: 'This isn’t the credential we asked for.',
    changed: 'The answer differs from what the issuer signed.',
    no_answer: 'The credential doesn’t clearly show what we asked for.',
    too_much: 'Your wallet shared more than we asked. We kept nothing of it.',
    replayed: 'This answer was given before.',
  },

  returnTitle: 'Back from your wallet',
  returnHome: 'Return Home',
  returning: 'Finishing...',
  returned: 'Your age is proven',
  returnedText: 'Go back to the tab where you started.',
  /** Also true for a person whose wallet has answered nothing, because anybody can open this address. */
  elsewhere: 'Go back to where you started',
  elsewhereText: 'The page there shows what your wallet answered.',
  notReturned: 'We couldn’t finish here',
  notReturnedText:
    'Your wallet opened a different browser, or the time ran out. Go back to where you started.',
})
