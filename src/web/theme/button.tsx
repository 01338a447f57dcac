import type { ComponentProps } from 'react'

type ButtonElementProps = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean }

/**
 * The element of every button. With `loading` or `data-disabled` it ignores presses, but keeps the focus, which
 * `disabled` would lose.
 */
export function ButtonElement({ type, disabled, onClick, ...props }: ButtonElementProps) {
  const isResting = props['data-loading'] || (props['data-disabled'] && !disabled)
  return (
    <button
      {...props}
      data-disabled={props['data-disabled'] || undefined}
      // Mantine gives a type to elements named 'button' only; without one, a button would submit its form.
      type={type ?? 'button'}
      disabled={disabled && !isResting}
      aria-disabled={isResting || props['aria-disabled']}
      onClick={isResting ? (event) => event.preventDefault() : onClick}
    />
  )
}
