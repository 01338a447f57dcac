import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product (document 1, section 2). The more exact one wins; `*` is the 404 page. */
export default [
  layout('app/site-layout.tsx', [
    index('features/landing/landing-page.tsx'),
    route('*', 'features/not-found/not-found-page.tsx'),
  ]),
  route('verify/:formId', 'features/public-verify/public-verify-page.tsx'),
  layout('app/visitor-layout.tsx', [
    route('login', 'features/auth/login-page.tsx'),
    route('register', 'features/auth/register-page.tsx'),
  ]),
  layout('app/account-layout.tsx', [
    route('dashboard', 'features/dashboard/dashboard-page.tsx'),
    route('age-confirmation', 'features/age-verification/age-verification-page.tsx'),
    route('person-verification', 'features/person-verification/person-verification-page.tsx'),
    route('consent-form/:formId', 'features/record/consent-form-page.tsx'),
    route('person-verification-view/:formId', 'features/record/person-verification-view-page.tsx'),
    route('history', 'features/history/history-page.tsx'),
    route('subscription', 'features/subscription/subscription-page.tsx'),
    route('subscription/success', 'features/subscription/success-page.tsx'),
    route('subscription/cancel', 'features/subscription/cancel-page.tsx'),
  ]),
] satisfies RouteConfig
