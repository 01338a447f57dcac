import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'
import { isFromThisMachine } from './own-machine.ts'

/**
 * Everything below /dev is for those who build the product, on their own machine: the mails with their links, and the components. For
 * anybody else, and wherever others are served, none of it exists, whatever is asked for below it.
 */
export function showDevelopmentPages(settings: { localOnly: boolean }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!settings.localOnly || !isFromThisMachine(c)) return c.notFound()
    return next()
  })
}
