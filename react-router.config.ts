import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  // scripts/build.mjs takes the finished pages from there.
  buildDirectory: 'build/pages',
  ssr: false,
  // The pages that look the same for everybody are there before any code runs.
  prerender: [
    '/',
    '/about',
    '/privacy',
    '/privacy-policy',
    '/terms',
    '/legal-consult',
    '/check',
    '/log',
    '/my-data',
    '/login',
    '/register',
    '/forgot-password',
    // Kept by the service worker for when nothing can be reached.
    '/offline',
    // Stands for every verification link: the server answers all of them with this page.
    '/verify/link',
  ],
} satisfies Config
