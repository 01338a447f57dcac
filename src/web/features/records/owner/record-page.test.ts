import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { MetaArgs } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { OwnerView } from '../../../../contract/verification.ts'
import { verificationStatuses } from '../../../../domain/verification/verification.ts'
import validityWords from '../../../../words/en/validity.ts'
import { RequestFailure } from '../../../api/request.ts'
import { makeVerificationQuery } from '../../../api/verifications.ts'
import { describeMoment } from '../../../shared/time/moment.tsx'
import { linksNamed, listButtons, renderPage } from '../../../testing/render-page.ts'
import { completion, sampleDocument, sampleOwnerView } from '../../../testing/samples.ts'
import RecordPage, { meta } from './record-page.tsx'

const { id } = sampleOwnerView()
const ageView = '/consent-form/:formId'
const personView = '/person-verification-view/:formId'

/** A view of the record with this id, with the cached answers of the server. */
function view(route = ageView, formId: string = id, queries = new QueryClient()) {
  return renderPage(createElement(RecordPage), { route, path: route.replace(':formId', formId), queries })
}

function showing(more: Partial<OwnerView> = {}, which = ageView) {
  const queries = new QueryClient()
  queries.setQueryData(makeVerificationQuery(id).queryKey, sampleOwnerView(more))
  return view(which, id, queries)
}

function failing(error: Error, which = ageView) {
  // The page after its tries have failed, before Try Again is pressed.
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const query = queries.getQueryCache().build(queries, { queryKey: makeVerificationQuery(id).queryKey })
  query.setState({ status: 'error', error, errorUpdateCount: 1 })
  return view(which, id, queries)
}

describe("the owner's view", () => {
  const pending = showing()
  const verified = showing(completion)
  const ofPerson = showing({ type: 'person' }, personView)

  it('is titled with the kind of verification (PAGE-6)', () => {
    const titles = [ageView, personView].map((pathname) =>
      meta({ location: { pathname } } as MetaArgs).map(({ title }) => title),
    )
    expect(titles).toEqual([['Consent Form · Assent'], ['Person Verification · Assent']])
  })

  it('shows the chosen validity of an open request, and the past end of a verified one (VALID-4, VALID-10)', () => {
    const at = '2026-11-22T10:00:00.000Z'
    const limited = { validity: '24_hours' } as const
    const until = { at: describeMoment(at) }
    expect(showing(limited).text).toContain('Valid for 24 hours from the moment they submit.')
    const valid = showing({ ...completion, ...limited, validUntil: { at, isOver: false } }).text
    expect(valid).not.toContain(validityWords.ended)
    const over = showing({ ...completion, ...limited, validUntil: { at, isOver: true } }).text
    for (const text of ['Verified', validityWords.badge.over(until), validityWords.ended])
      expect(over).toContain(text)
    expect(verified.text).not.toMatch(/valid (for|until)/i)
  })

  it("shows 'Loading consent form details...' while it is fetched (OWNER-1)", () => {
    expect(view().text).toContain('Loading consent form details...')
  })

  it('shows the phone number that the creator entered (PERSON-9)', () => {
    expect(showing({ thirdPartyPhone: '+44 7700 900456' }).text).toContain('Phone +44 7700 900456')
    expect(showing({ thirdPartyPhone: null }).text).not.toContain('Phone')
  })

  it("has the header 'Consent Form', the form id, the creation date and the full legal text (OWNER-1)", () => {
    expect(pending.html).toMatch(/<h1[^>]*>Consent Form<\/h1>/)
    const created = `Created ${describeMoment('2026-11-20T09:30:00.000Z')}`
    expect(pending.text.split(created)).toHaveLength(2)
    expect(pending.text).toContain('For Sam O’Neill, sam@example.com')
    expect(pending.text).toContain(`Form ID ${id}`)
    for (const part of ['Łucja Nowak', 'Sam O’Neill', 'Introduction', 'Governing law', 'Ł. Nowak'])
      expect(pending.text).toContain(part)
    expect(pending.text).toContain('Age & Identity Verification Consent Form')
  })

  it('shows additional terms, if any, as the words of the request’s creator (OWNER-1, RECORD-52)', () => {
    expect(showing({ additionalInformation: 'No photos online.' }).text).toContain(
      'Additional terms In the words of Łucja Nowak, who created the request. This service did not write or check them. No photos online.',
    )
    expect(pending.text).not.toContain('Additional terms')
  })

  it('has a status badge (OWNER-1)', () => {
    for (const status of verificationStatuses)
      expect(showing({ status }).html).toContain(`data-status="${status}"`)
  })

  it('shows the user photo and ID, not draggable, and the third party’s once verified (UPLOAD-14, OWNER-3)', () => {
    for (const name of ['Your photo', 'Your ID'])
      expect(pending.html).toMatch(new RegExp(`<img[^>]*alt="${name}" draggable="false"`))
    expect(pending.html).not.toMatch(/alt="Third party/)
    // A wallet, or a kept reading, may replace them.
    expect(pending.text).toContain('If they give a photo or an ID, it appears here once you’ve both signed.')
    const documents = {
      ...sampleOwnerView().documents,
      thirdPartySelfie: { state: 'open', document: sampleDocument('selfie') },
      thirdPartyId: { state: 'open', document: sampleDocument('id') },
    } as const
    const verified = showing({ ...completion, documents })
    for (const name of ['Third party&#x27;s photo', 'Third party&#x27;s ID'])
      expect(verified.html).toMatch(new RegExp(`<img[^>]*alt="${name}" draggable="false"`))
    // The visible caption has their name.
    for (const caption of ['’s photo', '’s ID'])
      expect(verified.text).toContain(`${sampleOwnerView().thirdPartyName}${caption}`)
  })

  it.each([
    ['paid_plan', 'with a paid plan: Monthly, 6-Month or Annual.'],
    ['payment', 'once the payment for your plan is confirmed.'],
  ] as const)(
    'explains in one line with one link how to open locked documents: %s (OWNER-4, OWNER-11)',
    (until, text) => {
      const locked = { state: 'locked', until } as const
      const documents = { ...sampleOwnerView().documents, thirdPartySelfie: locked, thirdPartyId: locked }
      const page = showing({ ...completion, documents })
      expect(page.text).toContain(`You can open Sam O’Neill’s photo and ID ${text} View Plans`)
      expect(linksNamed(page, 'View Plans')).toEqual(['/subscription'])
      const alone = showing({ ...completion, documents: { ...documents, thirdPartySelfie: null } })
      expect(alone.text).toContain(`You can open Sam O’Neill’s ID ${text} View Plans`)
      expect(page.html).not.toMatch(/alt="Third party/)
    },
  )

  it('says in one line which photos and IDs are deleted (OWNER-13)', () => {
    const destroyed = { state: 'destroyed' } as const
    const own = { selfie: destroyed, id: destroyed }
    const none = { ...own, thirdPartySelfie: destroyed, thirdPartyId: destroyed }
    const gone = showing({ ...completion, documents: none })
    expect(gone.text).toContain('Verification documents The photos and IDs have been deleted.')
    expect(gone.text).not.toContain('Your photo')
    const locked = { state: 'locked', until: 'paid_plan' } as const
    const mixed = showing({
      ...completion,
      documents: { ...own, thirdPartySelfie: locked, thirdPartyId: null },
    })
    expect(mixed.text).toContain('Your photo has been deleted. Your ID has been deleted. You can open')
  })

  it('treats the creator’s own photo and ID as theirs, and not the other person’s (PROTECT-7)', () => {
    const documents = {
      ...sampleOwnerView().documents,
      thirdPartySelfie: { state: 'open', document: sampleDocument('selfie') },
    } as const
    const { html } = showing({ ...completion, documents })
    const figures = [...html.matchAll(/<figure[^>]*?( data-own-document="true")?>.*?alt="([^"]*)"/gs)]
    expect(figures.map(([, own, name]) => [name, own !== undefined])).toEqual([
      ['Your photo', true],
      ['Your ID', true],
      ['Third party&#x27;s photo', false],
    ])
  })

  it("says 'Awaiting Third Party Verification' with the link to share while it is pending (OWNER-5)", () => {
    expect(pending.text).toContain('Awaiting Third Party Verification')
    expect(listButtons(pending)).toEqual(expect.arrayContaining(['Copy link', 'Share link']))
    expect(verified.text).not.toContain('Awaiting')
    expect(verified.text).toContain('S. O’Neill')
    expect(verified.text).toContain('Link expired')
  })

  it.each([
    ['queued', 'The link is waiting to be emailed to them.'],
    ['delayed', 'We’ll keep trying.'],
    ['accepted', 'We can’t tell if our email arrived or was read.'],
    ['address_refused', 'says this address doesn’t exist. Correct it'],
    ['message_refused', 'refused the message'],
    ['gave_up', 'No email server has taken the invitation for days'],
    ['unconfirmed', 'We can email it, and a code they may need, once you confirm your email address.'],
    ['limited', 'This address has had enough invitations for now.'],
  ] as const)(
    'shows the known state of an invitation that is %s, and offers to correct the address (OWNER-6)',
    (state, text) => {
      const page = showing({ invitation: { state, at: '2026-11-20T09:30:00.000Z' } })
      expect(page.text).toContain(text)
      expect(page.text).not.toMatch(/invitation sent|(was|’ve) e?mailed/i)
      expect(listButtons(page)).toContain('Correct email address')
    },
  )

  it('says when they were invited, and nothing about a mail server (OWNER-6)', () => {
    const { text } = showing({ invitation: { state: 'accepted', at: '2026-11-20T09:30:00.000Z' } })
    expect(text).toMatch(
      /Invited Nov 20, 2026, 09:30 AM UTC ?\. We can’t tell if our email arrived or was read\./,
    )
    expect(text).not.toContain('Accepted')
    expect(showing({ invitation: null }).text).not.toMatch(/mailed|invitation was/)
  })

  it('has the request’s actions beside its link, and a small note at the end that the link expired (OWNER-12)', () => {
    expect(pending.text).toMatch(
      /Open link .*Correct email address Resend invitation Cancel request .*Łucja Nowak/,
    )
    expect(verified.text).toMatch(/S. O’Neill .*Link expired/)
  })

  it('links back: from the consent form to the history, from the person view to the dashboard (OWNER-2)', () => {
    expect(linksNamed(pending, 'Back to History')).toEqual(['/history'])
    expect(linksNamed(ofPerson, 'Back to Dashboard')).toEqual(['/dashboard'])
    expect(ofPerson.text).toContain('Person Verification Consent Form')
  })

  it('states that it is protected, on both paths (PROTECT-1)', () => {
    expect(pending.text).toContain('Allow copying')
    expect(ofPerson.text).toContain('Allow copying')
  })
})

describe('an error card', () => {
  it.each([
    ['a form of somebody else', ageView, 404, 'You do not have permission to view this form', []],
    ['a person verification that is not there', personView, 404, 'Person verification not found', []],
    ['a lost network', ageView, null, 'Failed to load consent form details', ['Try Again']],
  ] as const)(
    "for %s shows the error, offers 'Return to History', and another try where it may help (OWNER-7, OWNER-8)",
    (_, which, status, message, tries) => {
      const page = failing(new RequestFailure(null, status), which)
      expect(page.text).toContain(message)
      expect(linksNamed(page, 'Return to History')).toEqual(['/history'])
      expect(listButtons(page)).toEqual(tries)
      expect(page.text).not.toContain('Łucja')
    },
  )

  it("says 'An unexpected error occurred' for an unknown error, and offers another try (OWNER-8)", () => {
    const page = failing(new TypeError('odd'))
    expect(page.text).toContain('An unexpected error occurred')
    expect(listButtons(page)).toEqual(['Try Again'])
  })

  it.each(['7', 'identity-7', `${id}x`])("says 'Invalid form ID' for %s (OWNER-8)", (formId) => {
    const page = view(ageView, formId)
    expect(page.text).toContain('Invalid form ID')
    expect(linksNamed(page, 'Return to History')).toEqual(['/history'])
  })
})
