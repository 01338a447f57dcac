import { messages } from '../messages.ts'

/** The texts of the camera (CAMERA). */
export default messages('camera', {
  unsupported: 'Camera not supported on this browser',
  videoMissing: 'Video element not found',
  permissionRefused: 'Camera permission denied. Please allow camera access in your browser settings.',
  notFound: 'No camera found on this device.',
  inUse: 'Camera is in use by another application or not accessible.',
  other: 'Camera error: {message}',
  otherUnknown: 'Camera error: unknown',
  permissionDenied: 'Camera permission is denied. Please allow access in your device settings.',
  permissionCheckFailed: 'Error checking camera permissions',
  noFrame: 'Could not capture image',
  captureFailed: 'Failed to capture photo',
  initialisationFailed: 'Camera initialization failed. Please try again.',
  notReady: 'Camera not ready. Please try again.',
  playbackFailed: 'Could not start video playback. Please try again.',
  captureToastTitle: 'Capture failed',
  captureNotInitialised: 'Camera not properly initialized. Please restart the camera.',
  captureTryAgain: 'Could not capture photo. Please try again.',

  capture: 'Capture',
  retake: 'Retake',
  usePhoto: 'Use Photo',
  switchCamera: 'Switch camera',
  close: 'Close camera',
  starting: 'Starting the camera…',
  opening: 'Opening the camera…',
  notLoaded:
    'We couldn’t load the camera. Check your connection and try again, or reload this page: what you added is saved.',
  previewName: 'Camera preview',
  capturedName: 'The photo you took',
  shapeName: 'What you photograph',
  shapes: { card: 'Card', passport: 'Passport' },
  /** One line while a document is in front of the camera (CAMERA-14). */
  advice: {
    dark: 'Too dark. Find more light.',
    glare: 'There’s glare. Tilt the document a little.',
    absent: 'Put the document inside the frame.',
    outside: 'Part of the document is outside the frame.',
    still: 'Hold still.',
    ready: 'Ready',
  },
  issueTitle: 'Camera issue',
  requestPermission: 'Request Camera Permission',
  howToEnable: 'How to Enable Camera',
  tryAgain: 'Try Again',
  takeWithPhone: 'Use your camera app',
  unreadablePhoto: 'We couldn’t read this picture. Take it again.',
  otherDeviceCode: 'Code with the address of this page',
  otherDevice: 'No camera? Scan this code to open this page on your phone.',
  /** Inside an app whose browser has no camera access (CAMERA-18). */
  inApp: {
    title: 'Open in your browser',
    text: 'The camera didn’t start inside {app}. Try your own browser. What you’ve uploaded is there too once you log in or enter a code from your email. Otherwise you add it again.',
    address: 'Address of this page',
    copied: 'Copied',
    menu: 'No luck? Open the menu in {app} and choose your browser, or paste the link there.',
    otherDevice: 'Or scan this code with another device.',
  },
  /** Where to allow the camera again on each platform, after "How to Enable Camera". */
  help: {
    ios: 'Open Settings, choose your browser, allow Camera, then come back and press Try Again. In Safari you can also tap the page menu beside the address: Website Settings, Camera, Allow.',
    android:
      'Tap the icon left of the address, choose Permissions, Camera, Allow, then press Try Again. If it’s not there: Settings, Apps, your browser, Permissions, Camera.',
    mac: 'Open System Settings, Privacy & Security, Camera, and switch your browser on. Then click the icon beside the address, allow the camera, and press Try Again.',
    windows:
      'Open Settings, Privacy & security, Camera, and switch on camera access for desktop apps. Then click the icon beside the address, allow the camera, and press Try Again.',
    linux:
      'Click the icon beside the address and allow the camera. Check that no other program uses it, then press Try Again.',
    desktop: 'Click the icon beside the address, allow the camera, then press Try Again.',
    unknown:
      'Allow the camera for this site in the settings of your browser or device, then press Try Again.',
  },
})
