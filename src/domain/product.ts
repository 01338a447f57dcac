/** The product's name, the only place it is written. */
export const productName = 'Assent'
