export { toShownPhone, toStoredPhone } from './phone-number.ts'
