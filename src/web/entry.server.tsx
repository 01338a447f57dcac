import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/**
 * Renders a page once, at build time. It waits for everything and renders in place, because a streamed part would stay
 * hidden until a script moves it.
 * @throws the page's own errors: the build must not ship a page that could not be rendered
 */
export default async function prerender(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const failures: unknown[] = []
  const html = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  await html.allReady
  if (failures.length > 0) throw failures[0]
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}
