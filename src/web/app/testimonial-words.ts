import english from '../../words/en/testimonials.ts'
import { messages } from '../../words/messages.ts'

/** Made-up voices that show what the product is for, marked as illustrative (PAGE-7). */
export const testimonialWords = messages('testimonials', english)
