/**
 * Installs the service worker that shows the offline page (public/service-worker.js). It waits until the page has nothing else to do; a
 * browser that refuses workers works without.
 */
export function installOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(install)
  else setTimeout(install, 3000)
}
