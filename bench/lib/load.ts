import autocannon from 'autocannon'

const connections = 20

/** How many requests a second an address answers with 200, asked over 20 connections for so many seconds. Rejects when one is answered otherwise. */
export async function countAnswersPerSecond(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const {
    statusCodeStats = {},
    errors,
    duration,
  } = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
  })
  const counts = new Map(Object.entries(statusCodeStats))
  const good = counts.get('200')?.count ?? 0
  if (errors > 0 || good === 0 || counts.size > 1) {
    throw new Error(`${url} answered ${JSON.stringify(statusCodeStats)} and failed ${errors} times`)
  }
  return good / duration
}
