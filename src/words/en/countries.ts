import { messages } from '../messages.ts'

/** The countries whose calling codes are offered, by their ISO 3166-1 codes (SIGNUP-2). */
export default messages('countries', {
  US: 'United States',
  GB: 'United Kingdom',
  IN: 'India',
  AU: 'Australia',
  DE: 'Germany',
  FR: 'France',
  CN: 'China',
  JP: 'Japan',
  NG: 'Nigeria',
  ZA: 'South Africa',
  MX: 'Mexico',
  BR: 'Brazil',
  AE: 'UAE',
  SA: 'Saudi Arabia',
  SG: 'Singapore',
})
