import { readdirSync, readFileSync } from 'node:fs'

/** The scripts and styles that a page's HTML names: what a browser loads before the page works. */
function namedBy(page) {
  const html = readFileSync(`build/client/${page}`, 'utf8')
  return inBuild(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
}

/** The same for a page that is not prerendered: what every such page names, and its own part by the route manifest. */
function routed(...routes) {
  const file = readdirSync('build/client/assets').find((name) => /^manifest-.*\.js$/.test(name))
  const manifest = JSON.parse(
    readFileSync(`build/client/assets/${file}`, 'utf8').match(/=(\{.*\});?$/s)?.[1] ?? '{}',
  )
  const parts = routes.flatMap((id) => {
    const { module, imports, css } = manifest.routes[id]
    return [module, ...imports, ...css]
  })
  return [...new Set([...namedBy('__spa-fallback.html'), ...inBuild(parts)])]
}

function inBuild(paths) {
  return [...new Set(paths.map((path) => `build/client${path.replace(/#.*$/, '')}`))]
}

const scripts = (paths) => paths.filter((path) => path.endsWith('.js'))
const styles = (paths) => paths.filter((path) => path.endsWith('.css'))

const wizard = (kind) =>
  routed('app/account-layout', `features/verifications/${kind}/${kind}-verification-page`)

/** In brotli, as they are sent. */
export default [
  { name: 'landing page, scripts', path: scripts(namedBy('index.html')), limit: '120 kB' },
  { name: 'login page, scripts', path: scripts(namedBy('login/index.html')), limit: '140 kB' },
  { name: 'register page, scripts', path: scripts(namedBy('register/index.html')), limit: '140 kB' },
  {
    name: 'link page before the gate, scripts',
    path: scripts(namedBy('verify/link/index.html')),
    limit: '130 kB',
  },
  {
    name: 'link page before the gate, styles',
    path: styles(namedBy('verify/link/index.html')),
    limit: '10 kB',
  },
  { name: 'age wizard, scripts', path: scripts(wizard('age')), limit: '190 kB' },
  { name: 'person wizard, scripts', path: scripts(wizard('person')), limit: '190 kB' },
  {
    name: 'password estimator, loaded when a new password is sent',
    path: 'build/client/assets/guess-password-*.js',
    limit: '230 kB',
  },
  {
    name: 'all other scripts together',
    path: ['build/client/assets/*.js', '!build/client/assets/guess-password-*.js'],
    limit: '430 kB',
  },
]
