import english from '../../../words/en/dashboard.ts'
import { messages } from '../../../words/messages.ts'

/** The words of the dashboard (HOME). */
export const words = messages('dashboard', english)

/** By the first name, where there is one. */
export function writeGreeting(name: string): string {
  return name ? words.greeting({ name }) : words.greetingUnnamed
}
