import { createElement, Fragment, type ReactElement } from 'react'

/** The marks right after an element, and the start and end of its isolation (fill.ts). */
const marksAfter = /(\u2068?)\0(\w+)\0(\u2069?)([\p{Po}\p{Pe}\p{Pf}]+)/gu

/**
 * A message with elements, such as a link or a moment, in its places. So a sentence around an element is one text,
 * which each language orders in its own way. Values that are no elements are inserted as text. A mark right after an
 * element stays with it, so that no line begins with a full stop (global.css).
 */
export function insert<Values extends object>(
  message: (values: Values) => string,
  values: { readonly [Name in keyof Values]: Values[Name] | ReactElement },
): ReactElement {
  const marked = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? `\0${name}\0` : value,
  ])
  const written = message(Object.fromEntries(marked) as Values).replaceAll(marksAfter, '\0$2\x01$1\x01$3$4\0')
  // Every second part is the name of an element, perhaps with what stays before and after it.
  const parts = written.split('\0').map((part, index) => {
    if (index % 2 === 0) return part
    const [name, before, after] = part.split('\x01')
    const element = values[name as keyof Values] as ReactElement
    return after ? createElement('span', { className: 'with-marks' }, before, element, after) : element
  })
  return createElement(Fragment, null, ...parts)
}
