/** The bundler's loader requests a stylesheet only once, even if it failed. Resolves once each has loaded or failed. */
export async function requestFailedStylesAgain(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(({ sheet }) => !sheet).map(requestAgain))
}

function requestAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = document.createElement('link')
  again.rel = 'stylesheet'
  again.href = link.href
  const ended = new Promise((resolve) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', resolve)
  })
  link.replaceWith(again)
  return ended
}
