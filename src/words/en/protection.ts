import { messages } from '../messages.ts'

export default messages('protection', {
  blocked: 'Action Blocked',
  blockedText: 'This action is disabled for security',
  rightClick: 'Right-click Disabled',
  recording: 'Screen Recording Blocked',
  enabled: 'Security Enabled',
  disabled: 'Security Disabled',
  enabledText: 'Copying is made harder on this page.',
  disabledText: 'You can select and copy on this page until you leave it.',
  turnOff: 'Allow copying',
  turnOn: 'Block copying again',
})
