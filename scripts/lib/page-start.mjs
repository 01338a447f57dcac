/**
 * Starts a prerendered page in the browser once it has been painted. This function is written into the page as it is
 * here, behind the script that it runs, so it uses nothing from outside itself.
 * @param {string[]} preloads paths of the files that the script imports, and of what they import
 */
export async function startPage(preloads) {
  const starter = document.currentScript
  const held = starter.previousElementSibling
  // The page is hydrated as the router wrote it.
  starter.remove()
  const arrival = (link) =>
    new Promise((go) => {
      if (link.sheet) go()
      else link.onload = link.onerror = go
    })
  // The browser says when it has painted; one that does not is given a second.
  const firstPaint = () =>
    new Promise((go) => {
      new PerformanceObserver(go).observe({ type: 'paint', buffered: true })
      setTimeout(go, 1000)
    })
  // Once the page runs, it takes the presses that were kept (src/web/root.tsx), and looks after itself.
  const giveUp = () => {
    if (window.earlyPresses) document.getElementById('not-started').hidden = false
  }
  addEventListener('unhandledrejection', giveUp)
  if (!document.hidden) await firstPaint()
  for (const href of preloads) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  // The page may show more than was painted: it runs with all of its styles, switched on together.
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"][media="print"]')]
  await Promise.all(sheets.map(arrival))
  for (const sheet of sheets) sheet.media = 'all'
  const { textContent } = held
  held.replaceWith(
    Object.assign(document.createElement('script'), { type: 'module', textContent, onerror: giveUp }),
  )
}
