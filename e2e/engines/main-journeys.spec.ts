import { writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'
import { makeAccount, makePerson, type Person } from '../actions/account.ts'
import { idCard } from '../actions/capture.ts'
import { linkInMail } from '../actions/mail.ts'
import { expect, test } from './test.ts'
import type { Visitor } from './visitor.ts'
import { desktop, phone } from './window.ts'

const thirdPartyNamed = (fullName: string) => ({
  ...makePerson(fullName),
  socialMediaName: `@${fullName.toLowerCase().replace(/\W+/g, '.')}`,
})
type ThirdParty = ReturnType<typeof thirdPartyNamed>

test('a person registers, signs out and signs in again (PAGE-40, PAGE-55)', async ({ visit }) => {
  const person = makePerson('Ada Byron')
  const visitor = await visit(desktop)
  await visitor.open('/register')
  await visitor.fill('Full name', person.fullName)
  await visitor.fill('Email', person.email)
  await visitor.fill('Password', person.password)
  await visitor.pickDate('Date of birth', person.dateOfBirth)
  await visitor.choose('Sex assigned at birth', 'female')
  await visitor.fill('Address', '1 Harbour Street, Bristol')
  await visitor.choose('Country code', '+44')
  await visitor.fill('Phone number', '7700 900123')
  await visitor.press('Create account')
  await visitor.reads('Ada')
  await visitor.reads('Age Verification')
  await visitor.press('Log out')
  await visitor.sees('link', 'Get Started')
  await logIn(visitor, person)

  // They log out in another tab.
  await visitor.leaveAndReturn(() => localStorage.clear())
  await visitor.sees('button', 'Log In')
})

test('two people complete an age verification with camera and upload, and both read the record (PAGE-40)', async ({
  visit,
  request,
}, info) => {
  const creator = makePerson('Łucja Nowak')
  const thirdParty = thirdPartyNamed('Sam O’Neill')
  await makeAccount({ request }, creator)
  const theirs = await visit(desktop)
  await logIn(theirs, creator)

  await theirs.open('/age-confirmation')
  await theirs.tick('I consent to sharing my identity')
  await takePhoto(theirs, 'Take a Passport-Style Photo')
  await theirs.sees('image', 'Your photo')
  await theirs.fill('Full name', creator.fullName)
  await theirs.pickDate('Date of birth', creator.dateOfBirth)
  await theirs.press('Next')
  await fillThirdParty(theirs, thirdParty)
  await theirs.fill('Age shown on platform', '29')
  await theirs.press('Next')
  await theirs.fill('Signature', creator.fullName)
  await theirs.upload('Upload a valid ID', await idFile(creator, info))
  await theirs.sees('image', 'Your ID')
  await theirs.press('Next')
  await theirs.fill("Third party's email", thirdParty.email)
  await theirs.press('Generate Verification Link')
  const link = await theirs.read('Verification link')
  expect(link).toMatch(/\/verify\/[0-9a-f-]{36}$/)
  await theirs.open(`/consent-form/${new URL(link).pathname.split('/').pop()}`)
  await theirs.reads('Awaiting Third Party Verification')

  const visitor = await visit(phone)
  await passGate(visitor, link, thirdParty)
  await visitor.tick('I am 18 or over')
  await visitor.tick('I consent to sharing my identity')
  await goOn(visitor, 'The text you’d sign')
  await goOn(visitor, 'Your photo')
  await takePhoto(visitor, 'Take a Photo of Yourself')
  await visitor.sees('heading', 'Your government ID')
  await visitor.upload('Upload a government ID', await idFile(thirdParty, info))
  await visitor.sees('image', 'Your ID')
  await goOn(visitor, 'Sign')
  await signAndSubmit(visitor, thirdParty)

  await visitor.open(await linkInMail({ request }, thirdParty.email, /record/i))
  await visitor.sees('heading', 'Your record')
  await visitor.sees('image', 'Your photo')
  await visitor.sees('image', 'Your ID')
  await visitor.sees('button', 'Download PDF')
  // Their page was open the whole time and isn't reloaded.
  await theirs.reads('Verification Complete')
  await theirs.reads(thirdParty.fullName)
  await theirs.sees('image', 'Your photo')
  await theirs.sees('button', 'Download PDF')
})

test('two people complete a person verification, and Back on the phone goes one step back and closes the camera (PAGE-40, CAMERA-17)', async ({
  visit,
  request,
}) => {
  const creator = makePerson('Ada Byron')
  const thirdParty = thirdPartyNamed('Clara Nilsson')
  await makeAccount({ request }, creator)
  const theirs = await visit(desktop)
  await logIn(theirs, creator)
  await theirs.open('/person-verification')
  await theirs.fill('Full name', creator.fullName)
  await theirs.pickDate('Date of birth', creator.dateOfBirth)
  await theirs.press('Next')
  await fillThirdParty(theirs, thirdParty)
  await theirs.fill("Third party's email", thirdParty.email)
  await theirs.press('Next')
  await theirs.fill('Signature', creator.fullName)
  await theirs.press('Next')
  await theirs.press('Generate Verification Link')
  const link = await theirs.read('Verification link')
  expect(link).toMatch(/\/verify\/[0-9a-f-]{36}\?type=person$/)

  const visitor = await visit(phone)
  await passGate(visitor, link, thirdParty)
  await visitor.tick('I am 18 or over')
  await visitor.tick('I consent to sharing my identity')
  await goOn(visitor, 'The text you’d sign')
  await visitor.press('Read the whole text')
  await visitor.sees('heading', 'Governing law')
  await visitor.back()
  await visitor.sees('heading', 'The text you’d sign')
  await expect.poll(() => visitor.focused()).toBe('Read the whole text')
  await goOn(visitor, 'Your photo')
  await visitor.press('Take a Photo of Yourself')
  await visitor.sees('button', 'Capture')
  await visitor.back()
  await visitor.sees('heading', 'Your photo')
  await expect.poll(() => visitor.focused()).toBe('Take a Photo of Yourself')
  await takePhoto(visitor, 'Take a Photo of Yourself')
  await visitor.sees('heading', 'Your government ID')
  await visitor.back()
  await visitor.sees('image', 'Your photo')
  await goOn(visitor, 'Your government ID')
  await takePhoto(visitor, 'Take a photo of your ID')
  await visitor.sees('image', 'Your ID')
  await goOn(visitor, 'Sign')
  await signAndSubmit(visitor, thirdParty)
  await theirs.open(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
  await theirs.reads('Verification Complete')
  await theirs.sees('button', 'Download PDF')
})

async function logIn(visitor: Visitor, person: Person): Promise<void> {
  await visitor.open('/login')
  await visitor.fill('Email', person.email)
  await visitor.fill('Password', person.password)
  await visitor.press('Log In')
  await visitor.reads(person.fullName)
}

async function fillThirdParty(visitor: Visitor, thirdParty: ThirdParty): Promise<void> {
  await visitor.fill("Third party's full name", thirdParty.fullName)
  await visitor.fill('Name on social media', thirdParty.socialMediaName)
  await visitor.fill('Platform where you met', 'Hinge')
}

async function takePhoto(visitor: Visitor, button: string): Promise<void> {
  await visitor.press(button)
  await visitor.press('Capture')
  await visitor.press('Use Photo')
  await visitor.seesNo('button', 'Use Photo')
}

async function idFile(person: Person, info: TestInfo): Promise<string> {
  const path = info.outputPath('id-card.jpg')
  await writeFile(path, (await idCard(person.fullName)).buffer)
  return path
}

async function passGate(visitor: Visitor, link: string, thirdParty: ThirdParty): Promise<void> {
  await visitor.open(link)
  await visitor.fill('Your email', thirdParty.email)
  await visitor.press('Continue')
}

async function goOn(visitor: Visitor, heading: string): Promise<void> {
  await visitor.press('Continue')
  await visitor.sees('heading', heading)
}

async function signAndSubmit(visitor: Visitor, thirdParty: ThirdParty): Promise<void> {
  await visitor.fill('Signature', thirdParty.fullName)
  await visitor.tick('I confirm that I am not being coerced')
  await visitor.press('Submit Verification')
  await visitor.sees('heading', 'Verification Complete')
}
