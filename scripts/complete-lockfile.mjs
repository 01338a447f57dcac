// Adds to package-lock.json the optional packages of other machines (named by their parents in exact versions) that an install left out,
// because its registry did not offer them. Without them `npm ci` refuses the file on every machine.
import { readFileSync, writeFileSync } from 'node:fs'
import { missingOptionalPackages } from './lib/lockfile.mjs'
import { inProject } from './lib/project.mjs'

const file = inProject('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingOptionalPackages(lock)
for (const { name, version, dev } of missing) {
  lock.packages[`node_modules/${name}`] = {
    version,
    ...getMachine(name),
    ...(dev ? { dev } : {}),
    optional: true,
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} packages added`)

/** Operating system, processor and C library by the way such packages are named. */
function getMachine(name) {
  const words = name.split('/').at(-1).split('-')
  const isOneOf = (known) => known.find((word) => words.includes(word))
  const cpu = isOneOf(['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x'])
  const os = isOneOf(['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony'])
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os ? { os: [os] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
  }
}
