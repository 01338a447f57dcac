export default {
  blocked: 'Action Blocked',
  blockedText: 'This action is disabled for security',
  rightClick: 'Right-click Disabled',
  recording: 'Screen Recording Blocked',
  enabled: 'Security Enabled',
  disabled: 'Security Disabled',
  enabledText: 'This page is protected against copying.',
  disabledText: 'You can select and copy on this page until you leave it.',
  isOn: 'Protected against copying.',
  isOff: 'Protection is off on this page.',
  turnOff: 'Turn off protection',
  turnOn: 'Turn on protection',
} as const
