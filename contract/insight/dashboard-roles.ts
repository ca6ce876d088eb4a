import { QUEUES, TILES, type QueueName, type TileName } from './dashboard-figures.ts'
import { PAGES } from './dashboard-rows.ts'
import { WORK, type WorkName } from './dashboard-work.ts'
import { canSee } from '../menu.ts'
import { can } from '../permissions.ts'
import type { Role } from '../roles.ts'

/** The parts of the dashboard beside tiles, queues and my work, with the page that holds their rows. */
export const PANELS = {
  days: PAGES.scans,
  results: PAGES.scans,
  states: PAGES.scans,
  products: PAGES.scans,
  plants: PAGES.scans,
  distributors: PAGES.scans,
  feed: PAGES.scans,
  schemes: PAGES.schemes,
  liability: PAGES.reports,
  payouts: PAGES.reports,
  settlements: PAGES.reports,
} as const
export type PanelName = keyof typeof PANELS

export type Shown = {
  tiles: readonly TileName[]
  queues: readonly QueueName[]
  panels: readonly PanelName[]
}

const management: Shown = {
  tiles: [
    'attempts',
    'credited',
    'pointsIssued',
    'pointsRedeemed',
    'liability',
    'members',
    'kycWaiting',
    'paymentsFailing',
    'heldForReview',
    'batchesWaiting',
  ],
  queues: [],
  panels: [
    'feed',
    'days',
    'schemes',
    'liability',
    'states',
    'results',
    'products',
    'plants',
    'distributors',
  ],
}

/** Role → what its dashboard shows, in this order, as far as its menu holds the pages of the rows. */
const DASHBOARDS: Partial<Record<Role, Shown>> = {
  admin: management,
  'almond team': management,
  // Without KYC, which it does not see, two rows of four.
  'sub admin': { ...management, tiles: management.tiles.filter((name) => name !== 'credited') },
  finance: {
    tiles: ['liability', 'paidOut', 'taxDeducted', 'members'],
    queues: [],
    panels: ['liability', 'payouts', 'settlements'],
  },
  hod: {
    tiles: ['attempts', 'pointsIssued', 'scansReversed', 'paymentsReversed'],
    queues: [
      'batches',
      'schemes',
      'adjustments',
      'disputes',
      'enquiries',
      'heldScans',
      'paymentsFailing',
      'paymentsUnknown',
    ],
    panels: ['days', 'schemes', 'results', 'states', 'plants', 'distributors'],
  },
  cs: {
    tiles: [],
    queues: ['kyc', 'redemptions', 'enquiries', 'disputes', 'heldScans', 'paymentsFailing'],
    panels: ['feed'],
  },
  courier: { tiles: [], queues: ['parcels'], panels: [] },
}

const NOTHING: Shown = { tiles: [], queues: [], panels: [] }

/** What a role's dashboard shows: of a page that it does not see, no figure. */
export function shownTo(role: Role): Shown {
  const { tiles, queues, panels } = DASHBOARDS[role] ?? NOTHING
  const days = { from: '', to: '' }
  return {
    tiles: tiles.filter((name) => canSee(role, TILES[name].target(days).page)),
    queues: queues.filter((name) => canSee(role, QUEUES[name].rows.page)),
    panels: panels.filter((name) => canSee(role, PANELS[name])),
  }
}

const WORKS = Object.keys(WORK) as WorkName[]

/** The kinds of work that a role has, in the order of the table. */
export function workOf(role: Role): WorkName[] {
  return WORKS.filter((name) => {
    const { permission, rows } = WORK[name]
    return can(role, permission) && canSee(role, rows(0).page)
  })
}
