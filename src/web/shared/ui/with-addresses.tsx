import { Fragment } from 'react'

/**
 * A text, whose email addresses break before their @ and their full stops (PAGE-54). An address alone is isolated, like
 * the values of a message.
 */
export const WithAddresses = ({ children }: { children: string }) => (
  // One element, because a flex box, such as the label of a button, would lay out each part by itself.
  <span>{/\s/.test(children) ? breakAddresses(children) : <bdi>{breakAddresses(children)}</bdi>}</span>
)

const breakAddresses = (whole: string) =>
  whole.split(/(\S+@\S+)/).map((text, index) =>
    // Every second one is an address. The full stop of the sentence around it stays with it.
    index % 2
      ? text.split(/(?=[@.]\w)/).map((part, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same.
          <Fragment key={number}>
            {number ? <wbr /> : null}
            {/* A browser would break after a hyphen. */}
            {part.split(/(-+.?)/).map((piece, at) =>
              at % 2 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: two pieces may be the same.
                <span key={at} style={{ whiteSpace: 'nowrap' }}>
                  {piece}
                </span>
              ) : (
                piece
              ),
            )}
          </Fragment>
        ))
      : text,
  )
