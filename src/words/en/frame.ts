import { productName } from '../../domain/product.ts'

import { messages } from '../messages.ts'

/** What stands on every page. */
export default messages('frame', {
  home: `${productName} home`,
  skip: 'Skip to content',
})
