import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of signing in and of every account form (SIGNIN). Those of other pages have their own files. */
export default messages('accounts', {
  email: 'Email',
  password: 'Password',
  /** Above a form that was refused, before the names of its fields. */
  notSent: 'Please check',
  login: {
    pageTitle: 'Log in',
    description: `Log in to ${productName} to see your requests and records.`,
    title: 'Welcome back',
    submit: 'Log In',
    closed: 'This account is closed',
    closedUntil: 'It will be erased {at}.',
    closedNext: 'Log in before then to keep it. What was cancelled stays cancelled.',
    keep: 'Log In · Keep my account',
    forgot: 'Forgot your password?',
    noAccount: `New to ${productName}?`,
    register: 'Create an account',
    passkey: 'Sign in with a passkey',
    failed: 'Login failed',
    refused: 'Please check your credentials and try again.',
    broken: 'Something went wrong. Please try again.',
    redirecting: 'You are logged in. One moment…',
  },
})
