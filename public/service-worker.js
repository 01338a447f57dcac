// Shows the offline page when a page cannot be reached. Nothing else is ever stored: no document, no record, no answer of the server
// (docs/decisions/archive/043-offline.md). The build writes the version in, so that a new offline page replaces the old one.
const offlinePages = 'offline-__OFFLINE_VERSION__'
const offlinePage = '/offline'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(
    caches.open(offlinePages).then((cache) => cache.add(new Request(offlinePage, { cache: 'reload' }))),
  )
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

async function reachedOrOffline(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error()
  }
}
