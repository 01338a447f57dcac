import type { RenderedPage } from './render-page.ts'

/** The labels of a page's fields, from top to bottom. */
export function listLabels({ html }: RenderedPage): string[] {
  return [...html.matchAll(/<label\b[^>]*>(.*?)<\/label>/gs)].map(([, inner = '']) => plain(inner))
}

/** The words of a page's buttons, from top to bottom; `disabled` picks those that can or cannot be pressed. */
export function listButtons({ html }: RenderedPage, disabled?: boolean): string[] {
  return [...html.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)]
    .filter(([, attributes = '']) => disabled === undefined || / disabled=""/.test(attributes) === disabled)
    .map(([, , inner = '']) => plain(inner))
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .trim()
}
