import { RequestFailure } from '../../api/request.ts'

const pauseMs = 1000
/** Longer than one picture may take (platform/document-reader); with more before it the person is told to wait. */
const maxRounds = 30

/** Sends something, and again each second while the server says that an ID in it is still being read. */
export async function readOnce<T>(send: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await send()
    } catch (error) {
      const isRead = !(error instanceof RequestFailure && error.problem?.code === 'reading_under_way')
      if (isRead || round >= maxRounds) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
