import { useEffect, useId, useRef } from 'react'
import words from '../../../words/en/check.ts'
import classes from './check-page.module.css'

/** Takes one file by choosing or dropping it: the input lies, unseen, over the whole area. */
export function RecordDrop({ onFile }: { onFile(file: File): void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const take = useRef(onFile)
  take.current = onFile
  const choose = () => {
    const [file] = field.current?.files ?? []
    if (!field.current || !file) return
    // The same file can be chosen again.
    field.current.value = ''
    take.current(file)
  }
  // The page is there before its code: a file may have been chosen already.
  useEffect(choose, [])
  return (
    <div className={classes['drop']}>
      <input
        ref={field}
        id={id}
        type="file"
        accept="application/pdf,application/json,image/jpeg,image/png,.pdf,.json"
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
