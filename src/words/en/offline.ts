import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

export default messages('offline', {
  title: `You are offline · ${productName}`,
  heading: 'You are offline',
  text: `${productName} could not be reached. Nothing that was saved is lost: check your connection, then try again.`,
  links: 'A verification link stays as it is. You can open it later, also on another device.',
  tryAgain: 'Try again',
})
