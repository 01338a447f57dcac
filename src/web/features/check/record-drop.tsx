import { type ChangeEvent, useId } from 'react'
import classes from './check-page.module.css'
import { words } from './words.ts'

/** Takes one file by choosing or dropping it: the input lies, unseen, over the whole area. */
export function RecordDrop({ onFile }: { onFile(file: File): void }) {
  const id = useId()
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file can be chosen again.
    currentTarget.value = ''
    if (file) onFile(file)
  }
  return (
    <div className={classes['drop']}>
      <input
        id={id}
        type="file"
        accept="application/pdf,application/json,.pdf,.json"
        className={classes['file']}
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      <label htmlFor={id} className={classes['choose']}>
        {words.choose}
      </label>
      <p>{words.drop}</p>
      <p id={`${id}-hint`} className={classes['stays']}>
        {words.stays}
      </p>
    </div>
  )
}
