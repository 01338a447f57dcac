import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

export default messages('offline', {
  title: `You’re offline · ${productName}`,
  heading: 'You’re offline',
  text: `We couldn’t reach ${productName}. What you saved isn’t lost. Check your connection, then try again.`,
  links: 'Your link still works. You can open it later, or on another device.',
  tryAgain: 'Try again',
})
