import { createElement, Fragment, type ReactElement } from 'react'

/**
 * A message with elements, such as a link or a moment, in its places. So a sentence around an element is one text,
 * which each language orders in its own way. Values that are no elements are inserted as text.
 */
export function insert<Values extends object>(
  message: (values: Values) => string,
  values: { readonly [Name in keyof Values]: Values[Name] | ReactElement },
): ReactElement {
  const marked = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? `\0${name}\0` : value,
  ])
  const parts = message(Object.fromEntries(marked) as Values).split('\0')
  // Every second part is the name of an element.
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) => (index % 2 ? (values[part as keyof Values] as ReactElement) : part)),
  )
}
