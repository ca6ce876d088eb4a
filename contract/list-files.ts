import type { z } from 'zod'
import type { ListFile } from './list-column.ts'
import * as desk from './list-columns-desk.ts'
import * as money from './list-columns-money.ts'
import * as people from './list-columns-people.ts'
import * as points from './list-columns-points.ts'
import * as programme from './list-columns-programme.ts'
import * as review from './list-columns-review.ts'
import type { LISTS } from './list-endpoints.ts'
import type { ListName } from './lists.ts'

/** A row of a list, as its endpoint answers it. */
export type RowOf<N extends ListName> = z.output<(typeof LISTS)[N]['response']>['items'][number]

/** Every list as a file. A type that does not fit its endpoint's rows does not compile. */
export const LIST_FILES: { [N in ListName]: ListFile<RowOf<N>> } = {
  users: people.users,
  scans: points.scans,
  transfers: points.transfers,
  batches: points.batches,
  redemptions: money.redemptions,
  'payments-pending': money.pendingPayments,
  'payments-complete': money.completePayments,
  'payments-failed': money.failedPayments,
  parcels: money.parcels,
  schemes: points.schemes,
  'charge-rules': points.chargeRules,
  charges: points.charges,
  'kyc-queue': review.kycQueue,
  'kyc-history': review.kycHistory,
  'kyc-logs': review.kycLogs,
  enquiries: review.enquiries,
  disputes: review.disputes,
  workers: people.workers,
  distributors: people.distributors,
  plants: programme.plants,
  products: programme.products,
  'product-groups': programme.groups,
  territories: programme.territories,
  'onboarding-uploads': desk.uploads,
  'onboarding-errors': desk.errors,
  media: desk.media,
  offers: desk.offers,
  notifications: desk.notifications,
  'notification-deliveries': desk.deliveries,
  staff: people.people,
  accounts: people.people,
  activity: people.trail,
  'data-access': people.dataAccess,
}
