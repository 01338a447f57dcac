import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product (PAGE-1, PAGE-2). The more specific one wins; `*` is the 404 page. */
export default [
  layout('app/site/site-layout.tsx', [
    index('features/landing/landing-page.tsx'),
    route('about', 'features/legal/about-page.tsx'),
    route('privacy', 'features/legal/privacy-page.tsx'),
    route('privacy-policy', 'features/legal/privacy-page.tsx', { id: 'features/legal/privacy-policy' }),
    route('terms', 'features/legal/terms-page.tsx'),
    route('check', 'features/check/check-page.tsx'),
    route('log', 'features/log/log-page.tsx'),
    route('api-reference', 'features/api-description/api-description-page.tsx'),
    route('*', 'features/not-found/not-found-page.tsx'),
  ]),
  route('offline', 'features/offline/offline-page.tsx'),
  route('verify/:formId', 'features/third-party/third-party-page.tsx'),
  route('my-data', 'features/held-data/held-data-page.tsx'),
  route('confirm', 'features/accounts/mailed-link/mailed-link-page.tsx'),
  route('emails', 'features/emails/emails-page.tsx'),
  route('wallet-return', 'features/wallets/wallet-return-page.tsx'),
  route('voucher-return/:voucher', 'features/wallets/voucher-return-page.tsx'),
  route('records/:recordId', 'features/records/access/record-access-page.tsx'),
  layout('app/visitor-layout.tsx', [
    route('login', 'features/accounts/login-page.tsx'),
    route('register', 'features/accounts/register-page.tsx'),
    route('forgot-password', 'features/accounts/forgot-password-page.tsx'),
    route('reset-password', 'features/accounts/reset-password-page.tsx'),
  ]),
  layout('app/either-layout.tsx', [route('legal-consult', 'features/legal/legal-consult-page.tsx')]),
  layout('app/account-layout.tsx', [
    route('dashboard', 'features/dashboard/dashboard-page.tsx'),
    route('age-confirmation', 'features/verifications/age/age-verification-page.tsx'),
    route('age-confirmation/created/:formId', 'features/verifications/created/created-page.tsx'),
    route('person-verification', 'features/verifications/person/person-verification-page.tsx'),
    route('person-verification/created/:formId', 'features/verifications/created/created-page.tsx', {
      id: 'features/verifications/created/created-person-page',
    }),
    route('consent-form/:formId', 'features/records/owner/record-page.tsx'),
    route('person-verification-view/:formId', 'features/records/owner/record-page.tsx', {
      id: 'features/records/owner/person-record-page',
    }),
    route('history', 'features/history/history-page.tsx'),
    route('settings', 'features/accounts/settings/settings-page.tsx'),
    route('subscription', 'features/plans/subscription-page.tsx'),
    route('subscription/success', 'features/plans/success-page.tsx'),
    route('subscription/cancel', 'features/plans/cancel-page.tsx'),
  ]),
] satisfies RouteConfig
