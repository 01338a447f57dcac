// Shows the offline page when a page cannot be reached, in the reader's language. Nothing else is ever stored: no document, no record,
// no answer of the server (docs/decisions/archive/043-offline.md). The build writes the version in, so that a new offline page
// replaces the old one, and the languages.
const offlinePages = 'offline-__OFFLINE_VERSION__'
const languages = '__LANGUAGES__'.split(' ')
const nameOfflinePage = (language) => `/offline?language=${language}`

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(storeOfflinePages())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      self.registration.navigationPreload?.enable(),
      caches
        .keys()
        .then((names) =>
          Promise.all(names.filter((name) => name !== offlinePages).map((name) => caches.delete(name))),
        ),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(reachedOrOffline(event))
})

/** Stores the page of every language, because the choice may change while there is no connection. */
async function storeOfflinePages() {
  const cache = await caches.open(offlinePages)
  await Promise.all(
    languages.map(async (language) => {
      // Without cookies, the server answers in the accepted language.
      const headers = { 'Accept-Language': language }
      const page = await fetch('/offline', { cache: 'reload', credentials: 'omit', headers })
      if (!page.ok) throw new Error(`The offline page was answered with ${page.status}.`)
      await cache.put(nameOfflinePage(language), page)
    }),
  )
}

async function reachedOrOffline(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const page = nameOfflinePage(await findLanguage())
    // The page is stored for its own language, whatever the request accepts.
    return (await caches.match(page, { ignoreVary: true })) ?? Response.error()
  }
}

/** The chosen language, or else the first of the browser's that there is. An older browser hides the choice from workers. */
async function findLanguage() {
  const chosen = await self.cookieStore?.get('language').catch(() => null)
  const wanted = [chosen?.value ?? '', ...navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])]
  return wanted.find((language) => languages.includes(language)) ?? 'en'
}
