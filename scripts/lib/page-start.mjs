/**
 * Starts a prerendered page in the browser after the first paint. The build copies the source of this function into the
 * page, after the script that it runs, so it can't use anything outside itself.
 * @param {string[]} preloads paths of the files that the script imports, directly or indirectly
 */
export async function startPage(preloads) {
  const starter = document.currentScript
  const held = starter.previousElementSibling
  // Removed before hydration, which expects the markup that the router rendered.
  starter.remove()
  const arrival = (link) =>
    new Promise((go) => {
      if (link.sheet) go()
      else link.onload = link.onerror = go
    })
  // Continues after a second if the browser doesn't report the paint.
  const firstPaint = () =>
    new Promise((go) => {
      new PerformanceObserver(go).observe({ type: 'paint', buffered: true })
      setTimeout(go, 1000)
    })
  // Once the page runs, it removes `earlyPresses` (src/web/root.tsx) and handles errors.
  const giveUp = () => {
    if (window.earlyPresses) document.getElementById('not-started').hidden = false
  }
  addEventListener('unhandledrejection', giveUp)
  if (!document.hidden) await firstPaint()
  for (const href of preloads) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  // The running page may show more elements than the first paint, so all stylesheets are enabled together.
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"][media="print"]')]
  await Promise.all(sheets.map(arrival))
  for (const sheet of sheets) sheet.media = 'all'
  const { textContent } = held
  held.replaceWith(
    Object.assign(document.createElement('script'), { type: 'module', textContent, onerror: giveUp }),
  )
}
