import { productName } from '../../domain/product.ts'

/** What stands on every page. */
export default {
  home: `${productName} home`,
  skip: 'Skip to content',
} as const
