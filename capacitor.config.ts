/** The native app around the pages (docs/native-app.md). */
export default {
  appId: 'app.assent',
  appName: 'Assent',
  webDir: 'build/client',
}
