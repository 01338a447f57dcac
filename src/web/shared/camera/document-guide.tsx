import { Button, Group, Text } from '@mantine/core'
import words from '../../../words/en/camera.ts'
import classes from './camera-dialog.module.css'
import { type DocumentShape, shapeRatio } from './document-shape.ts'
import type { Advice } from './guidance/advise.ts'

const shapes: DocumentShape[] = ['card', 'passport']

/** Where the document belongs, as a line over the picture: whole once the photo may be taken. */
export function DocumentFrame({ shape, isReady }: { shape: DocumentShape; isReady: boolean }) {
  const [width, height] = [shapeRatio[shape] * 100, 100]
  return (
    <svg className={classes['document']} viewBox={`0 0 ${width} ${height}`} data-ready={isReady} aria-hidden>
      <rect width={width} height={height} rx={shape === 'card' ? 6 : 3} />
    </svg>
  )
}

type DocumentAdviceProps = {
  shape: DocumentShape
  advice: Advice | null
  onShape(shape: DocumentShape): void
}

/** Which document it is, and the one line that says what would make its photo better. */
export function DocumentAdvice({ shape, advice, onShape }: DocumentAdviceProps) {
  return (
    <Group justify="space-between" gap="xs">
      <Text role="status" className={classes['advice'] ?? ''}>
        {advice ? words.advice[advice] : ''}
      </Text>
      <Group gap="xs" role="group" aria-label={words.shapeName}>
        {shapes.map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={one === shape ? 'light' : 'subtle'}
            aria-pressed={one === shape}
            onClick={() => onShape(one)}
          >
            {words.shapes[one]}
          </Button>
        ))}
      </Group>
    </Group>
  )
}
