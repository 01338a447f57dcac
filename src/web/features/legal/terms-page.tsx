import { minimumAgeYears } from '../../../domain/account/limits.ts'
import { productName } from '../../../domain/product.ts'
import { readSite } from '../../api/site.ts'
import { type Article, ArticlePage, type Installation } from './article-page.tsx'

export function meta() {
  const text = writeTermsText(readSite())
  return [{ title: `${text.title} · ${productName}` }, { name: 'description', content: text.lead }]
}

export default function TermsPage() {
  return <ArticlePage article={writeTermsText(readSite())} isEnglish />
}

/**
 * The terms of service, in English alone (WORDS-16). The facts that PUBLIC-10 names stay: 13+, guardian below 18, the date, the cap and the
 * arbitration.
 */
export function writeTermsText({ supportEmail, retentionDays, linkLifeDays }: Installation): Article {
  return {
    title: 'Terms of Service',
    lead: `The agreement between you and ${productName}. Please read it before you create an account or complete a verification.`,
    updated: 'May 16 2025',
    parts: [
      {
        id: 'eligibility',
        heading: 'Who may use it',
        blocks: [
          'You must be at least 13 years old to have an account. If you are under 18, you need the permission of a parent or guardian.',
          `At present, however, registration admits adults only: you must be at least ${minimumAgeYears} years old on the day you register, and both parties of a verification must be adults.`,
        ],
      },
      {
        id: 'account',
        heading: 'Your account',
        blocks: [
          'Give true details, keep your password to yourself, and tell us when you think that someone else uses your account. One person, one account.',
        ],
      },
      {
        id: 'service',
        heading: 'What the service does',
        blocks: [
          'The service lets two people make a dated record of age or identity. It records what they provide. It does not check identity documents with the authorities that issued them, and it does not promise that a person is who they say they are.',
          'A record is not consent to any act, meeting or relationship. Consent to an act is given by the people in it at the time, and can be withdrawn at any moment.',
          'A typed name is a simple electronic signature. Nothing in the service is legal advice.',
        ],
      },
      {
        id: 'conduct',
        heading: 'What you agree not to do',
        blocks: [
          [
            'give false details, or use the photo, document or signature of someone else',
            'press, threaten, harass or trick anyone into a verification',
            'collect information about people without their consent',
            'copy, publish or pass on what the other party provided, except to a court, an authority or a legal adviser',
            'use the service for or with anyone under 18',
            'break into the service, overload it, or work around its limits',
          ],
          'If you break these rules you may no longer use the service, and we help the authorities where the law asks us to.',
        ],
      },
      {
        id: 'data',
        heading: 'Your content and how long it is kept',
        blocks: [
          'What you upload stays yours. You allow us to store and show it as far as the service needs.',
          `A link that isn’t completed closes after ${linkLifeDays} days. Photos and identity documents are deleted ${retentionDays} days after their verification was completed, unless a legal hold of one of you keeps them for longer; the record with their fingerprints stays. Set a legal hold only for claims before a court or an authority. You can withdraw your consent at any time for the future.`,
        ],
      },
      {
        id: 'plans',
        heading: 'Plans and payment',
        blocks: [
          'Paid plans renew for the period you chose until you cancel. Cancelling takes effect at the end of the paid period, and until then everything you paid for stays available. Prices are shown before you pay and include what the law requires to be included.',
          'Each plan covers a number of verifications in a calendar month. What is not used in a month is not carried over.',
          'Where the law gives you a right to withdraw from a purchase, you have it.',
        ],
      },
      {
        id: 'liability',
        heading: 'Liability',
        blocks: [
          'We keep the service running with care, but cannot promise that it is always available or free of faults.',
          'As far as the law allows, our liability to you is limited to the greater of what you paid us in the 12 months before the event and $100. Nothing here limits liability that the law does not allow to be limited, such as for death or injury caused by negligence, or for fraud.',
        ],
      },
      {
        id: 'disputes',
        heading: 'Disputes',
        blocks: [
          'Please write to us first; most things can be mended. What cannot be settled is decided by arbitration in the United Kingdom. These terms are governed by the laws of England and Wales. Rights that you have as a consumer under the law of the country you live in, including the right to go to a court there, remain untouched.',
        ],
      },
      {
        id: 'changes',
        heading: 'Changes and contact',
        blocks: [
          'These terms are of the date above; their wording was last changed on November 29, 2026. A record keeps the exact text that was signed, whatever we change later.',
          `Questions: ${supportEmail}.`,
        ],
      },
    ],
  }
}
