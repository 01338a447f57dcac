import { Checkbox, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { Group, Sample } from './sample.tsx'

const doNothing = () => {}
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Maria de la Concepción y Todos los Santos'

/** Fields, empty to refused. */
export function FieldSamples() {
  return (
    <Group title="Fields">
      <Sample name="Text">
        <Stack>
          <TextInput label="Full name" description="As it stands on your ID" />
          <TextInput label="Full name, filled" defaultValue={longName} />
          <TextInput label="Full name, refused" defaultValue="A" error="Name must be at least 2 characters" />
          <TextInput label="Full name, disabled" defaultValue="Ada Lovelace" disabled />
          <TextInput label="Email, read-only" defaultValue="ada@example.com" readOnly />
        </Stack>
      </Sample>
      <Sample name="Password">
        <Stack>
          <PasswordField
            label="Password, empty"
            name="empty"
            error={null}
            autoComplete="new-password"
            onChange={doNothing}
          />
          <PasswordField
            label="Password, refused"
            name="refused"
            error="Password must be at least 6 characters"
            autoComplete="new-password"
            onChange={doNothing}
          />
        </Stack>
      </Sample>
      <Sample name="Choices">
        <Stack>
          <NativeSelect label="Sex assigned at birth" data={['Female', 'Male', 'Other']} />
          <Checkbox label="I consent to sharing my identity with the other person for this record" />
          <Checkbox label="Chosen" defaultChecked />
          <Checkbox label="Refused" error="Confirm this to go on" />
          <Radio.Group label="How was it?" name="sample-rating" defaultValue="4">
            <Stack gap="xs" mt="xs">
              <Radio value="5" label="Very good" />
              <Radio value="4" label="Good" />
            </Stack>
          </Radio.Group>
        </Stack>
      </Sample>
      <Sample name="Long text">
        <Textarea
          label="Additional terms"
          defaultValue="Both of us delete this conversation after we met."
          rows={3}
        />
      </Sample>
    </Group>
  )
}
