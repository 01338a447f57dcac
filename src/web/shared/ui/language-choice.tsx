import { useId } from 'react'
import { languages, languageTags } from '../../../domain/language.ts'
import words from '../../../words/en/frame.ts'
import { readLanguage } from '../../../words/language.ts'
import classes from './language-choice.module.css'

/**
 * The language of the pages, in every footer. The script in the document's head handles a choice (src/web/root.tsx), so
 * that it also works before the page's code runs.
 */
export function LanguageChoice() {
  const id = useId()
  return (
    <div className={classes['choice']}>
      <label htmlFor={id}>{words.language}</label>
      <select id={id} defaultValue={readLanguage().tag} autoComplete="off" data-language>
        {languageTags.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languages[tag].name}
          </option>
        ))}
      </select>
    </div>
  )
}
