import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type Plugin } from 'vitest/config'
import { cameraArguments, findBrowser } from './scripts/lib/browser.mjs'
import { compileWords } from './scripts/lib/compiled-words.ts'
import { makeOwnStylesWin } from './scripts/lib/own-styles-win.ts'
import { apiCommands, serveScriptedApi } from './src/web/testing/scripted-api.ts'

/**
 * Lets the browser keep the modules while no file changes. Each test file has its own frame, which would ask for some
 * three hundred of them again.
 */
function keepModules(): Plugin {
  let isWatching = false
  return {
    name: 'keep-modules',
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!isWatching && /^\/(src|node_modules)\//.test(request.url ?? '')) {
          const setHeader = response.setHeader.bind(response)
          response.setHeader = (name, value) =>
            setHeader(name, name === 'Cache-Control' ? 'max-age=86400, immutable' : value)
        }
        next()
      })
    },
  }
}

/** Tests of components and hooks in a real browser, one at a time, against an API that each test scripts. */
export default defineConfig({
  plugins: [compileWords('en'), serveScriptedApi(), keepModules()],
  // Prepares all imports of the pages before the tests: an import that is found during a test reloads the page.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}', '!src/web/**/*.test.ts'] },
  css: { postcss: { plugins: [makeOwnStylesWin((file) => /[\\/]src[\\/]web[\\/]/.test(file))] } },
  test: {
    include: ['src/web/**/*.browser.test.tsx'],
    setupFiles: ['src/web/testing/in-the-browser.ts'],
    // All tests use the same API.
    fileParallelism: false,
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: {
          executablePath: findBrowser() ?? '',
          args: [...cameraArguments, '--disable-gpu'],
        },
        contextOptions: { locale: 'en-GB', reducedMotion: 'reduce', permissions: ['camera'] },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1024, height: 768 },
      screenshotFailures: false,
      commands: apiCommands,
    },
  },
})
