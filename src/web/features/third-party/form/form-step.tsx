import { Stack, Title } from '@mantine/core'
import { type ReactNode, type RefObject, useId } from 'react'
import classes from './form-step.module.css'

type FormStepProps = {
  title: string
  /** Given to the step that is shown; the others stay as they are behind it. */
  heading: RefObject<HTMLHeadingElement | null> | null
  isRequired?: boolean
  children: ReactNode
}

/** One step of the form. What is under way in it, an upload or a question to a wallet, goes on while another one is shown. */
export function FormStep({ title, heading, isRequired = false, children }: FormStepProps) {
  const id = useId()
  return (
    <section hidden={heading === null} aria-labelledby={id} className={classes['step']}>
      <Title
        order={2}
        id={id}
        ref={heading}
        tabIndex={-1}
        className={classes['title']}
        data-required={isRequired || undefined}
      >
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}
