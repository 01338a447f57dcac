import { languages, languageTags } from '../../../domain/language.ts'
import words from '../../../words/en/frame.ts'
import { readLanguage } from '../../../words/language.ts'
import classes from './language-choice.module.css'

/**
 * The language of the pages, in every footer, beside a globe: who needs it may not read the page. The script in the
 * document's head handles a choice (src/web/root.tsx), so that it also works before the page's code runs.
 */
export function LanguageChoice() {
  return (
    <span className={classes['choice']}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <path d="M2 10h16M10 2q-8 8 0 16 8-8 0-16" />
      </svg>
      <select aria-label={words.language} defaultValue={readLanguage().tag} autoComplete="off" data-language>
        {languageTags.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languages[tag].name}
          </option>
        ))}
      </select>
    </span>
  )
}
