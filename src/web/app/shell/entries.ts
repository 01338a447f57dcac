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
  { to: '/dashboard', label: 'Dashboard', Icon: IconLayoutDashboard },
  { to: '/age-confirmation', label: 'Age Verification', Icon: IconRosetteDiscountCheck },
  { to: '/person-verification', label: 'Person Verification', Icon: IconUserCheck },
  { to: '/history', label: 'History', Icon: IconHistory },
  { to: '/legal-consult', label: 'Legal Consult', Icon: IconScale },
  { to: '/subscription', label: 'Subscription', Icon: IconCreditCard },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
] as const
