import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { toNetwork } from './client-network.ts'

export const connectionLimits = { inAll: 8000, perNetwork: 600 }

/**
 * Drops connections beyond so many in all, and of one client network unless they come through a proxy, which has all of them.
 */
export function limitConnections(server: Server, { throughProxy }: { throughProxy: boolean }): void {
  server.maxConnections = connectionLimits.inAll
  if (throughProxy) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = toNetwork(socket.remoteAddress ?? 'unknown')
    const here = open.get(network) ?? 0
    if (here >= connectionLimits.perNetwork) {
      socket.destroy()
      return
    }
    open.set(network, here + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
