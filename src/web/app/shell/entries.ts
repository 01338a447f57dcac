import {
  IconCreditCard,
  IconHistory,
  IconLayoutDashboard,
  IconRosetteDiscountCheck,
  IconScale,
  IconSettings,
  IconUserCheck,
} from '@tabler/icons-react'

/** The sidebar's entries, in their order (SHELL-1). */
export const entries = [
  { to: '/dashboard', entry: 'dashboard', Icon: IconLayoutDashboard },
  { to: '/age-confirmation', entry: 'age', Icon: IconRosetteDiscountCheck },
  { to: '/person-verification', entry: 'person', Icon: IconUserCheck },
  { to: '/history', entry: 'history', Icon: IconHistory },
  { to: '/legal-consult', entry: 'legalConsult', Icon: IconScale },
  { to: '/subscription', entry: 'subscription', Icon: IconCreditCard },
  { to: '/settings', entry: 'settings', Icon: IconSettings },
] as const
