// The pages of npm run dev: Vite serves them and proxies the API to the server.
import { createServer } from 'vite'
import { inProject } from './lib/project.mjs'

const [port, apiPort] = process.argv.slice(2)
const api = `http://127.0.0.1:${apiPort}`

const vite = await createServer({
  configFile: inProject('vite.config.ts'),
  clearScreen: false,
  server: {
    port: Number(port),
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api/', '/auth/', '/functions/', '/dev/outbox', '/healthz', '/readyz'].map((prefix) => [prefix, api]),
    ),
  },
}).catch(refuse)
await vite.listen().catch(refuse)
console.log(`The development server is ready at http://localhost:${port}`)
process.on('SIGTERM', () => vite.close().finally(() => process.exit(0)))

function refuse(error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
