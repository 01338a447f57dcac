import { lazy } from 'react'

/** Fetches the end of the wizards ahead, while one still types. */
export const downloadCreatedStep = () => import('./created-step.tsx')

/** The end of the wizards, which costs their first view nothing. */
export const CreatedStep = lazy(downloadCreatedStep)
