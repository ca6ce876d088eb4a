import type { Role } from './roles.ts'

/** A page that the sidebar links to. `roles` is the item's own rule; the group's rule applies as well. */
export type MenuItem = { label: string; path: string; icon: string; roles: readonly Role[] }
export type MenuGroup = {
  label: string
  icon: string
  roles: readonly Role[]
  items: readonly MenuItem[]
}
export type MenuEntry = MenuItem | MenuGroup

const everyone = ['admin', 'hod', 'cs', 'sub admin', 'almond team'] as const satisfies Role[]
const withMarketing = [...everyone, 'marketing'] as const satisfies Role[]
const withFinance = [...everyone, 'finance'] as const satisfies Role[]
const worker = ['worker'] as const satisfies Role[]
const reporting = ['finance', 'almond team', 'admin', 'sub admin'] as const satisfies Role[]

/**
 * The sidebar, in the order it is shown. Source: shell spec, sections 2 and 6.
 * The sidebar, the client's route guard and the server's authorization all read this table.
 */
export const MENU: readonly MenuEntry[] = [
  {
    label: 'Dashboard',
    path: '/dashboard',
    icon: 'dashboard',
    roles: ['admin', 'finance', 'hod', 'cs', 'courier', 'sub admin', 'almond team'],
  },
  {
    label: 'Manage Admin',
    path: '/dashboard/manageadmin',
    icon: 'user-shield',
    roles: ['admin', 'almond team'],
  },
  {
    label: 'Activate / Deactivate',
    path: '/plant-representatives/activate-deactivate',
    icon: 'toggle',
    roles: worker,
  },
  {
    label: 'Coupon Tracker',
    path: '/plant-representatives/coupon-tracker',
    icon: 'ticket',
    roles: worker,
  },
  {
    label: 'Dashboard',
    path: '/plant-representatives/dashboard',
    icon: 'dashboard',
    roles: worker,
  },
  { label: 'QR Scanning', path: '/plant-representatives/qr-scanning', icon: 'scan', roles: worker },
  {
    label: 'Media',
    icon: 'photo',
    roles: withMarketing,
    items: [
      {
        label: 'Media Gallery',
        path: '/dashboard/media/gallery',
        icon: 'photo',
        roles: withMarketing,
      },
      { label: 'Banner', path: '/dashboard/media/banner', icon: 'slideshow', roles: withMarketing },
      { label: 'Offers', path: '/dashboard/media/ecatalogue', icon: 'gift', roles: withMarketing },
    ],
  },
  {
    label: 'Manage Notification',
    icon: 'bell',
    roles: withMarketing,
    items: [
      {
        label: 'Notifications',
        path: '/dashboard/notifications',
        icon: 'bell',
        roles: withMarketing,
      },
    ],
  },
  {
    label: 'Manage Approvals',
    icon: 'checklist',
    roles: ['admin', 'hod', 'cs', 'almond team'],
    items: [
      {
        label: 'KYC Verification',
        path: '/dashboard/approvals/kyc_verification',
        icon: 'id',
        roles: ['admin', 'almond team', 'cs'],
      },
      {
        label: 'KYC History',
        path: '/dashboard/approvals/kyc_history',
        icon: 'history',
        roles: ['admin', 'almond team'],
      },
      {
        label: 'Redemption',
        path: '/dashboard/approvals/redemption',
        icon: 'coins',
        roles: ['admin', 'cs', 'almond team'],
      },
      {
        label: 'KYC Logs',
        path: '/dashboard/approvals/kyc_logs',
        icon: 'list',
        roles: ['admin', 'cs', 'hod', 'sub admin', 'almond team'],
      },
    ],
  },
  {
    label: 'User Management',
    icon: 'users',
    roles: withFinance,
    items: [
      {
        label: 'User Roles',
        path: '/dashboard/roles',
        icon: 'shield',
        roles: ['almond team', 'admin'],
      },
      { label: 'All Users', path: '/dashboard/users', icon: 'users', roles: withFinance },
    ],
  },
  {
    label: 'Loyalty Management',
    icon: 'award',
    roles: withFinance,
    items: [
      { label: 'Schemes', path: '/dashboard/scheme', icon: 'award', roles: withFinance },
      {
        label: 'Handling Charges',
        path: '/dashboard/retailer-charges',
        icon: 'percentage',
        roles: withFinance,
      },
    ],
  },
  {
    label: 'Payment',
    icon: 'rupee',
    roles: withMarketing,
    items: [
      {
        label: 'Payment Reinitiate',
        path: '/dashboard/payment-reinitiate',
        icon: 'refresh',
        roles: withMarketing,
      },
      {
        label: 'Pending Payment',
        path: '/dashboard/pending-payment',
        icon: 'hourglass',
        roles: withMarketing,
      },
      {
        label: 'Complete Payment',
        path: '/dashboard/complete-payment',
        icon: 'check',
        roles: withMarketing,
      },
    ],
  },
  {
    label: 'Coupon Finder',
    icon: 'search',
    roles: withMarketing,
    items: [
      {
        label: 'Almond DB',
        path: '/dashboard/coupon-finder',
        icon: 'search',
        roles: withMarketing,
      },
      { label: 'Meltag DB', path: '/dashboard/meltag-DB', icon: 'database', roles: withMarketing },
    ],
  },
  {
    label: 'Distributor Onboarding',
    path: '/dashboard/distributor-onboard',
    icon: 'truck',
    roles: everyone,
  },
  {
    label: 'QR Token Histories',
    path: '/dashboard/QrTokenHistories',
    icon: 'qrcode',
    roles: everyone,
  },
  { label: 'QR Scan Histories', path: '/dashboard/QrScanHistories', icon: 'scan', roles: everyone },
  {
    label: 'QR Points Histories',
    path: '/dashboard/QrPointHistories',
    icon: 'coins',
    roles: everyone,
  },
  {
    label: 'Points Settlement',
    path: '/dashboard/points-settlement',
    icon: 'scale',
    roles: ['admin', 'sub admin', 'almond team'],
  },
  {
    label: 'Plant Re Onboarding',
    icon: 'plant',
    roles: withMarketing,
    items: [
      {
        label: 'Onboarding Error Logs',
        path: '/dashboard/onboarding-logs',
        icon: 'alert',
        roles: withMarketing,
      },
      {
        label: 'Worker Onboarding',
        path: '/dashboard/worker-onboard',
        icon: 'user-plus',
        roles: withMarketing,
      },
    ],
  },
  { label: 'Worker List', path: '/dashboard/workerlist', icon: 'helmet', roles: everyone },
  {
    label: 'Enquiry HelpDesk',
    path: '/dashboard/enquiry',
    icon: 'headset',
    roles: everyone,
  },
  {
    label: 'Reports',
    icon: 'report',
    roles: reporting,
    items: [
      { label: 'Download Report', path: '/dashboard/reports', icon: 'download', roles: reporting },
    ],
  },
]

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'items' in entry
}

/** What the sidebar shows a role: an item needs its own rule and its group's; an empty group is left out. */
export function menuFor(role: Role | null): MenuEntry[] {
  if (!role) return []
  return MENU.filter((entry) => entry.roles.includes(role))
    .map((entry) =>
      isGroup(entry)
        ? { ...entry, items: entry.items.filter((item) => item.roles.includes(role)) }
        : entry,
    )
    .filter((entry) => !isGroup(entry) || entry.items.length > 0)
}

/** The menu items a role sees, groups opened. */
export function itemsFor(role: Role | null): MenuItem[] {
  return menuFor(role).flatMap((entry) => (isGroup(entry) ? entry.items : [entry]))
}

export const PROGRAMME = '/dashboard/manageadmin/programme'

/** Pages that the sidebar does not link to: whoever sees `parent` sees them too. */
export const SUBPAGES = [
  { label: 'Programme', path: PROGRAMME, parent: '/dashboard/manageadmin' },
] as const

/** Every path of the sidebar and of the pages below them. */
export const PAGES: readonly string[] = [
  ...MENU.flatMap((entry) => (isGroup(entry) ? entry.items : [entry])),
  ...SUBPAGES,
].map(({ path }) => path)

/** The pages a role sees: those of its sidebar, then those below them. */
export function pagesFor(role: Role | null): { label: string; path: string }[] {
  const items = itemsFor(role)
  return [...items, ...SUBPAGES.filter(({ parent }) => items.some(({ path }) => path === parent))]
}

export function canSee(role: Role | null, path: string): boolean {
  return pagesFor(role).some((page) => page.path === path)
}

/** Where a role lands after signing in: the first menu item it sees, for a worker its dashboard. */
export function firstPage(role: Role | null): string {
  if (role === 'worker') return '/plant-representatives/dashboard'
  return itemsFor(role)[0]?.path ?? '/dashboard'
}
