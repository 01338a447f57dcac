import { Radio, Stack } from '@mantine/core'
import { type Rating, ratings } from '../../../domain/feedback.ts'
import words from '../../../words/en/feedback-dialog.ts'
import classes from './rating-field.module.css'

type RatingFieldProps = {
  rating: Rating | null
  error: string | undefined
  onRate(rating: Rating): void
}

/** Five named choices, of which none is made beforehand. */
export function RatingField({ rating, error, onRate }: RatingFieldProps) {
  return (
    <Radio.Group
      name="rating"
      label={words.rating}
      size="md"
      withAsterisk
      error={error}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'error', 'input']}
      value={rating === null ? null : String(rating)}
      onChange={(chosen) => {
        const found = ratings.find((candidate) => String(candidate) === chosen)
        if (found) onRate(found)
      }}
    >
      <Stack gap={0} mt={4}>
        {ratings.toReversed().map((value) => (
          <Radio
            key={value}
            value={String(value)}
            label={words.ratings[value]}
            required
            error={Boolean(error)}
            classNames={{ body: classes['choice'] ?? '', labelWrapper: classes['words'] ?? '' }}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
