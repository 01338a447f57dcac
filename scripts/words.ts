// npm run words:export -- --language de [--file words-de.json] [--all] writes the texts that still need a translation;
// npm run words:import -- --language de [--file words-de.json] takes the translated file (docs/translations.md).
import { parseArgs } from 'node:util'
import { isLanguageTag } from '../src/domain/language.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { runCommand } from './lib/run-command.ts'
import { exportWords, importWords } from './lib/words-file.ts'

const usage = 'usage: npm run words:export|words:import -- --language de [--file words-de.json] [--all]'

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string' }, file: { type: 'string' }, all: { type: 'boolean' } },
  })
  const { language: tag, file = `words-${tag}.json`, all = false } = values
  if (!isLanguageTag(tag) || tag === 'en') throw new StartupError(usage)
  const [command] = positionals
  if (command === 'export')
    console.log(
      `${file} has ${await exportWords(tag, file, all)} texts. Translate them, then run words:import.`,
    )
  else if (command === 'import')
    console.log(`Taken. ${await importWords(tag, file)} texts still need a translation.`)
  else throw new StartupError(usage)
})
