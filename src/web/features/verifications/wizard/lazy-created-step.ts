import { lazy } from 'react'

/** Fetched while somebody reads the last step, so that it is there once the link is. */
export const downloadCreatedStep = () => import('./created-step.tsx')

export const CreatedStep = lazy(downloadCreatedStep)
