import { activityDays, graceDays, minimumAgeYears } from '../../domain/account/limits.ts'
import { ratings } from '../../domain/feedback.ts'
import { productName } from '../../domain/product.ts'
import { holdDays, holdReasonKeptDays, recordLinkLifeDays } from '../../domain/record/limits.ts'
import { draftLifeDays, forgottenAfterDays } from '../../domain/verification/verification.ts'
import { messages } from '../messages.ts'

/** The privacy policy (PUBLIC-11). Its periods and addresses are those of the installation. */
export default messages('privacy', {
  /** The link below the part `invited`. */
  held: 'See what is held about me',
  title: 'Privacy Policy',
  lead: 'What we know about you, why, who else sees it, and when it is gone. In plain words.',
  updated: 'November 29, 2026',
  /** By their anchors. A text is a paragraph, a list of texts a bulleted list. */
  parts: {
    who: {
      heading: 'Who is responsible',
      blocks: [
        `${productName} is responsible for the data described here. Write to {supportEmail} about anything on this page.`,
      ],
    },
    account: {
      heading: 'Your account',
      blocks: [
        'When you register we store your full name, email address, date of birth, address, sex assigned at birth and phone number. Your password is stored only as an argon2id hash, from which it cannot be read back. With it we store the language of our emails to you: the one that you chose here, or else your browser’s.',
        'For every device you log in on, we store when you logged in, when it was last used, its network address and what its browser calls itself. You see this list in your settings and can sign each device out.',
        `For ${activityDays} days we keep what happened to the security of your account, such as logins, refused logins and changes: when, the kind of browser and system, and the first part of the network address. You see that list in your settings too.`,
        'If you add a passkey, we store its public key, its name, and when it was added and last used. If you set up an authenticator app, we store its secret encrypted, and its recovery codes only as hashes. All of it is gone when you remove it.',
        'We need this to give you an account, to keep strangers out of it, and to make sure that only adults register. The legal basis is our contract with you, and for security our legitimate interest in it.',
      ],
    },
    verifications: {
      heading: 'Verifications',
      blocks: [
        'For a verification we store what the two of you type: names, the date of birth of the person who asks, the platform where you met, your names there, the invited person’s email address and, if given, phone number, additional terms, and your typed signatures with their dates.',
        'We store the photos and identity documents that each of you provides. Pictures are encoded anew, which removes hidden details such as the place where they were taken.',
        'An identity document may be read by a program on our own server, and a wallet may be asked whether its holder is 18 or over, or for the birth date if it has nothing less, and for the name if its holder chooses so. A bank, an eID or an age key may be asked the same. We keep that this was so, when, the kind of document and the state that issued it, or the name of the wallet’s issuer, of the bank, eID or age key, whether you are 18 or over, whether the name agrees, whether both of you gave the same document, and until when the reading may be used again, a year or until the document ends: nothing else of what was read, shown or confirmed, and no date of birth or number from it.',
        'If you choose to keep what was read in your ID for next time, your account keeps the name that agreed, whether your date of birth agreed, the kind of document, the state that issued it, the day, and until when. You can use that in place of a photo and an ID in another request. It is gone when you press “Forget this” in your settings, and is deleted within a week of its end. A record that you made with it keeps what it says.',
        'Until a request ends we keep keyed hashes of the document, the network, the browser and the identity at a bank, eID or age key of the person who made it, and compare them with those of the invited person. That of a document which was read and not used in a request is deleted after three days. The record names what both of you had, and the hashes are gone.',
        'We store a history of every step with its time: who created, opened, uploaded, signed, declined, cancelled or withdrew. Each entry is sealed together with the one before.',
        'The legal basis is consent, which each of you gives before signing and can withdraw at any time for the future.',
      ],
    },
    invited: {
      heading: 'If you were invited by a link',
      blocks: [
        'You need no account. Someone who knows you typed your name and your email address to invite you. Until that address is typed in, the page shows nothing personal. It may also ask for a code that we email there. Once you have opened the request, we keep the language of your page, for our emails to you. The person who asks learns nothing of it before both of you have signed, and a no without telling them deletes it.',
        'A record that you complete is also in the history of an account with that email address, once that account has confirmed it and unless an earlier one was closed since. An account that you make right after an answer shows only that record until you use a link or a code of eight digits that we email you.',
        'You can decline. Then nothing you uploaded is shown to the person who invited you, and it is deleted.',
        'You can also say no without telling the person who asked. Then what you added is deleted at once, and they see a request that isn’t answered. We keep that you said no, when, and a keyed hash of your email address, so that we send you no more emails about it. That is gone when you answer after all, or when the request is erased. If you erase what is held about you, or your account is erased, that counts as such a no to each open request.',
        'While you haven’t answered, we remind you twice at most, and keep when we did with the request. You can stop these emails: block a sender, or all requests by email. Of a block we keep a keyed hash of your email address, who is blocked, and since when, until you end it or the account of a blocked sender is erased. Erasing what is held about you doesn’t end a block, or the emails would begin again.',
        'You can report a request to us. We keep which request it was, when, and keyed hashes of the invited email address and of the network you reported from, for a year, or until the sender’s account is erased. Reports from several people pause the emails of a sender. Only we read reports, and we tell the sender of no report, block or private no. The legal basis of all three is our legitimate interest, and yours, in keeping unwanted requests away from you.',
        `When a request was declined, cancelled or closed by time, what was typed about you is erased ${forgottenAfterDays} days later. You need not wait for that. Without an account you can see what is held about your email address, download it, and erase what is no sealed record, once you have typed the code that we email there. From an open request, that deletes only what you added: what was typed about you stays until ${forgottenAfterDays} days after it ends, so that the sender doesn’t notice. If you don’t want that, decline it there first.`,
      ],
    },
    feedback: {
      heading: 'Feedback',
      blocks: [
        `If you rate ${productName} from ${ratings[0]} to ${ratings[4]}, we store the rating, your comment as you typed it, and the time: with your account if you are logged in, and otherwise without anything that says who you are. Only we read it. The legal basis is our legitimate interest in a better service.`,
      ],
    },
    sharing: {
      heading: 'Who else sees it',
      blocks: [
        'The two parties of a verification see each other’s details, and once it is complete, as far as the creator’s plan allows, each other’s photo and identity document.',
        'Companies that work for us under contract see only what they need: the one that runs our servers, the one that sends our email, and the payment provider. Card details go to the payment provider directly; we never see them.',
        'We hand data to courts and authorities only where the law obliges us to. We do not sell data, show no advertising, use no trackers and train no software with your data. We do not compare or measure faces by computer. If you choose to let a bank, an eID or an age key confirm your age, and your name if you want that, it learns that you used this service and when, but not for which request or with whom; we can’t erase that there.',
      ],
    },
    retention: {
      heading: 'When it is gone',
      blocks: [
        [
          'A link that isn’t completed closes after {linkLifeDays} days. What was uploaded for it is then deleted.',
          `A verification that you began and did not create is kept for ${draftLifeDays} days after your last change, encrypted, with its files. You can delete it at once.`,
          'Photos and identity documents are deleted {retentionDays} days after their verification was completed, or at once when one of you withdraws, unless a legal hold keeps them.',
          `Either of you can set a legal hold, once, with a reason that the other one reads. Then photos and identity documents are kept for ${holdDays} days from that day, also when the other one withdraws or closes their account. Once their normal time is over they are locked: neither of you can open the other’s, and we hand them to courts and authorities only. We keep them for legal claims (Article 17(3)(e) of the GDPR). The reason is deleted ${holdReasonKeptDays} days after the hold has ended.`,
          'The record itself stays, for both parties: the details, the signed text, the signatures, the history, and fingerprints of the files. A fingerprint shows later whether a file is the same one; the picture cannot be made from it.',
          `The link in the email about your record works for ${recordLinkLifeDays} days; a new one can be asked for.`,
          'Withdrawn consent is added to the record. It does not erase that the record was made.',
          `An account that you close is erased ${graceDays} days later; logging in before that keeps it. Then your profile, photos and identity documents, sessions, emails, copies and feedback are gone; what another person’s legal hold keeps goes when that ends. A sealed record stays with the other party, who needs it as proof. What was typed about you in an open request to you stays until ${forgottenAfterDays} days after it ends.`,
          'A copy of your data is deleted 24 hours after it was made.',
          'What is deleted can still be in a backup, which we keep for {backupDays} days. A backup stays longer while there are not three newer ones, or when backups were interrupted.',
          'We delete what became of an email 30 days after its delivery ended.',
          'Feedback is deleted with the account that gave it. Feedback that you gave without signing in is linked to no one, and stays.',
        ],
      ],
    },
    security: {
      heading: 'How it is protected',
      blocks: [
        'Photos and documents are encrypted before they are stored, each bound to its place, and are opened only through addresses that work for two hours at most; a copy of your data that you ask for, through one that works for 24 hours. Passwords are hashed, login tokens are short-lived, and repeated guesses are slowed down.',
        'The pages with personal content make copying harder. They cannot keep a person with a second camera from taking a picture of a screen; only share what you would show.',
      ],
    },
    browser: {
      heading: 'What we keep in your browser',
      blocks: [
        [
          'Your login, in local storage, until you log out.',
          'A cookie that remembers for 7 days whether the sidebar is open.',
          'A cookie in the browser in which you create a request, which we compare with the browser of the invited person. It lasts {linkLifeDays} days.',
          'What you typed into an unfinished form, until it is saved, signed or you log out, and what opens a request or a record for you, in this tab only.',
          'A random key for each link that you opened with your email alone. It finds again what you added there in this browser, and goes when you answer or press Exit this page.',
          'A page that tells you when there is no network.',
        ],
        'There are no advertising or analytics cookies, so there is no banner to click away.',
      ],
    },
    rights: {
      heading: 'Your rights',
      blocks: [
        'In your settings you download a copy of your data, in a published format that you can take elsewhere, correct your name, and close your account. Without an account you prove your email address instead. Where we rely on consent you can withdraw it at any time.',
        'To have anything else corrected or deleted, to object to a use of your data, or to restrict it, write to {supportEmail}. We answer within one month. You can also complain to a supervisory authority; in the United Kingdom this is the Information Commissioner’s Office.',
      ],
    },
    children: {
      heading: 'Children',
      blocks: [
        `${productName} admits adults only: registration and both kinds of verification ask for an age of at least ${minimumAgeYears}. When a wallet, a bank, an eID, an age key, or an ID that is read here, says that the invited person is under 18, the request ends and its files are deleted. Write to {supportEmail} if you know of a child’s data here.`,
      ],
    },
  },
})
