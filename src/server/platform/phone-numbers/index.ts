export { shownPhone, storedPhone } from './phone-number.ts'
