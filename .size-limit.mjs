import { readFileSync } from 'node:fs'

/** What a browser loads before a page works: the scripts and styles that its HTML names. */
function namedBy(page) {
  const html = readFileSync(`build/client/${page}`, 'utf8')
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))].map((path) => `build/client${path}`)
}

/** In brotli, as they are sent. */
export default [
  { name: 'landing page', path: namedBy('index.html'), limit: '150 kB' },
  { name: 'link page, before the gate', path: namedBy('verify/link/index.html'), limit: '150 kB' },
  { name: 'login page', path: namedBy('login/index.html'), limit: '170 kB' },
  {
    name: 'pages behind the sign-in, before their own part',
    path: namedBy('__spa-fallback.html'),
    limit: '145 kB',
  },
  { name: 'all scripts together', path: 'build/client/assets/*.js', limit: '420 kB' },
]
