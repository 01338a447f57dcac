import { z } from 'zod'

/** What a creator typed about the person whom they asked, as that person gets it. */
export const typedAbout = {
  name: z.string(),
  socialMediaName: z.string(),
  ageOnPlatform: z.string().nullable(),
  ageClaimed: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
}
