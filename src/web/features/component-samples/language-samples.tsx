import { Text, Title } from '@mantine/core'
import { Brand } from '../../shared/ui/brand.tsx'
import classes from './component-samples-page.module.css'
import { Group, Sample } from './sample.tsx'

const colors = [
  '--assent-paper',
  '--assent-sunk',
  '--assent-line',
  '--assent-wash',
  '--assent-wash-hover',
  '--assent-mark',
  '--assent-accent-text',
  '--assent-panel',
  '--assent-status-yellow',
  '--assent-status-green',
  '--assent-status-red',
  '--assent-status-grey',
  '--mantine-color-body',
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-error',
  '--mantine-primary-color-filled',
] as const

/** Type and colour (docs/decisions/040-visual-language.md). */
export function LanguageSamples() {
  return (
    <Group title="Language">
      <Sample name="Brand">
        <Brand />
      </Sample>
      <Sample name="Headings">
        <Title order={2}>A record that two people make</Title>
        <Title order={3}>Signed by both</Title>
      </Sample>
      <Sample name="Text">
        <Text>Both read the same words before they sign.</Text>
        <Text c="dimmed">What is said beside it, a little quieter.</Text>
        <Text size="sm">Small print that is still read.</Text>
      </Sample>
      <ul className={classes['swatches']}>
        {colors.map((color) => (
          <li key={color} className={classes['swatch']}>
            <span style={{ background: `var(${color})` }} />
            {color.replace('--', '')}
          </li>
        ))}
      </ul>
    </Group>
  )
}
