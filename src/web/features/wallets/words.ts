import type { CredentialType } from '../../../domain/wallet/credential-type.ts'
import type { WalletRefusal } from '../../../domain/wallet/wallet-session.ts'

export const words = {
  prove: 'Prove my age with a wallet',
  useId: 'Use my ID instead',
  explain: 'Your wallet is asked one thing: whether you are 18 or over.',
  notAsked:
    'It is not asked for your name, your birth date or any number, and its issuer does not learn of it.',
  kept: 'What we keep: that you are 18 or over, who issued the credential, and a fingerprint of the answer.',
  which: 'What is in your wallet?',
  credential: {
    'org.iso.18013.5.1.mDL': 'A driving licence',
    'eu.europa.ec.av.1': 'The EU’s proof of age',
  } satisfies Record<CredentialType, string>,
  loading: 'Asking what can be proven here...',
  notOffered: 'No wallet can be asked here at the moment.',
  beginning: 'Preparing the question...',
  inBrowser: 'Your browser is asking your wallet. Answer there.',
  otherPhone: 'Use a QR code or a link instead',
  open: 'Open my wallet',
  openHint: 'Your wallet shows what is asked. When it is done it brings you back.',
  showCode: 'My wallet is on another phone',
  scan: 'Scan this code with the phone that has your wallet. Scan it yourself: whoever answers it, answers for you.',
  code: 'QR code for your wallet',
  waiting: 'Waiting for your wallet. The question ends after five minutes.',
  answered: 'Your wallet has answered. Let it open this browser again to finish.',
  cancel: 'Cancel',
  again: 'Try again',
  proven: 'Proven: you are 18 or over',
  provenBy: (issuer: string) =>
    `Issuer of the credential: ${issuer}. Only that and a fingerprint of the answer were kept.`,
  provenEarlier: 'You proved it a while ago.',
  underAgeTitle: 'Your wallet says that you are under 18',
  underAge: 'This service is for adults. Nothing of the answer was kept, and this cannot go on.',
  failedTitle: 'Your age was not proven',
  cancelled: 'The question was cancelled. Nothing was shared.',
  expired: 'Five minutes passed without an answer. Nothing was shared.',
  replaced: 'You began again in another tab. Go on there, or begin here once more.',
  network: 'The connection failed. Please check it and try again.',
  refused: {
    unreadable:
      'The answer could not be read: it was not encrypted for us, or this wallet speaks another language.',
    not_for_this_request: 'The answer was not to this question, or another device signed it.',
    issuer_unknown: 'We do not know the issuer of this credential.',
    signer_refused: 'The issuer signed with a certificate that is not in order.',
    issuer_signature: 'The issuer’s signature does not hold.',
    credential_expired: 'The credential has expired. Renew it in your wallet.',
    credential_not_yet_valid: 'The credential is not valid yet.',
    wrong_credential: 'This was another credential than the one that was asked for.',
    changed: 'Something in the answer is not what its issuer signed.',
    no_answer: 'The credential does not say whether you are 18 or over.',
    too_much: 'Your wallet shared more than was asked. We kept nothing of it.',
    replayed: 'This answer was given before.',
  } satisfies Record<WalletRefusal, string>,

  returnTitle: 'Back from your wallet',
  returning: 'Finishing...',
  returned: 'Your age is proven',
  returnedText: 'Go back to the tab in which you began: it goes on by itself. You can close this one.',
  notReturned: 'This could not be finished here',
  notReturnedText:
    'Your wallet opened another browser than the one in which you began, or the question is over. Go back to where you began, and begin again if that page does not go on by itself.',
} as const
