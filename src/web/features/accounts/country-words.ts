import english from '../../../words/en/countries.ts'
import { messages } from '../../../words/messages.ts'

export const countryWords = messages('countries', english)
