import { accountLimits } from '../../domain/account/limits.ts'
import { messages } from '../messages.ts'

/** The messages for each field of the account forms (SIGNUP-4), and for exceeding one of the product's own limits. */
export default messages('account-messages', {
  email: 'Please enter a valid email address',
  password: 'Password must be at least 6 characters',
  fullName: 'Name must be at least 2 characters',
  dateOfBirth: 'You must be at least 18 years old',
  address: 'Please enter your address',
  sex: 'Please select your sex assigned at birth',
  countryCode: 'Country code is required',
  phoneNumber: 'Please enter a valid phone number',
  newPasswordHint: 'At least 8 characters, with an uppercase letter, a lowercase letter and a number',
  newPasswordLength: 'Password must be at least 8 characters',
  newPasswordUppercase: 'Password must contain at least one uppercase letter',
  newPasswordLowercase: 'Password must contain at least one lowercase letter',
  newPasswordNumber: 'Password must contain at least one number',
  passwordsDiffer: "Passwords don't match",
  passwordTooLong: `Password must be at most ${accountLimits.passwordMax} characters`,
  fullNameTooLong: `Name must be at most ${accountLimits.fullNameMax} characters`,
  addressTooLong: `Address must be at most ${accountLimits.addressMax} characters`,
  wrongDay: 'Your device’s date is wrong. Please set it and try again.',
  notOneLine: 'Use one line with at least one letter or number, and no hidden characters',
})
