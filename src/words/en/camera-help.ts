/** Where each platform lets a person allow the camera again, after "How to Enable Camera". */
export default {
  ios: 'Open Settings, choose your browser (Safari or another), allow Camera, then come back and press Try Again. In Safari you can also tap the page menu beside the address and choose Website Settings, Camera, Allow.',
  android:
    'Tap the icon left of the address, choose Permissions, Camera, Allow, then press Try Again. If it is not listed there: Settings, Apps, your browser, Permissions, Camera.',
  mac: 'Open System Settings, Privacy & Security, Camera, and switch your browser on. Then click the icon beside the address, allow the camera, and press Try Again.',
  windows:
    'Open Settings, Privacy & security, Camera, and switch on camera access for desktop apps. Then click the icon beside the address, allow the camera, and press Try Again.',
  linux:
    'Click the icon beside the address and allow the camera for this site. Check that no other program uses it, then press Try Again.',
  desktop: 'Click the icon beside the address, allow the camera for this site, then press Try Again.',
  unknown:
    'Open the settings of your browser or device, find the permissions of this site, allow the camera, then press Try Again.',
} as const
