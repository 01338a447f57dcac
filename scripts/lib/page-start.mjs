/**
 * Starts a prerendered page in the browser once it has been painted: each file in a task of its own, so that a touch is answered in
 * between. This function is written into the page as it is here, so it uses nothing from outside itself.
 * @param {{ preloads: string[], manifest: string, routes: Record<string, string>, entry: string }} files paths in the web build
 */
export async function startPage({ preloads, manifest, routes, entry }) {
  const task = () => new Promise((go) => setTimeout(go))
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
  try {
    if (!document.hidden) await firstPaint()
    for (const href of preloads) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    // The page may show more than was painted: it runs with all of its styles, switched on together.
    const sheets = [...document.querySelectorAll('link[rel="stylesheet"][media="print"]')]
    await Promise.all(sheets.map(arrival))
    for (const sheet of sheets) sheet.media = 'all'
    await import(manifest)
    const modules = {}
    for (const [id, path] of Object.entries(routes)) {
      await task()
      modules[id] = await import(path)
    }
    window.__reactRouterRouteModules = modules
    await task()
    await import(entry)
  } catch {
    document.getElementById('not-started').hidden = false
  }
}
