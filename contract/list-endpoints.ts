import { listBatches } from './batches.ts'
import { listChargeRules, listCharges } from './charges.ts'
import { listDataAccess } from './data-access.ts'
import { listDisputes } from './disputes.ts'
import { listDistributors } from './distributors.ts'
import { listEnquiries } from './enquiries.ts'
import { kycHistory, kycLog } from './kyc-history.ts'
import { kycQueue } from './kyc.ts'
import type { ListName } from './lists.ts'
import { listMedia } from './media.ts'
import { listDeliveries, listNotifications } from './notifications.ts'
import { listOffers } from './offers.ts'
import { listOnboardingErrors, listUploads } from './onboarding.ts'
import { listParcels } from './parcels.ts'
import { completePayments, failedPayments, pendingPayments } from './payments.ts'
import { listPlants } from './plants.ts'
import { listGroups } from './product-groups.ts'
import { listProducts } from './products.ts'
import { listTransfers } from './points.ts'
import { listRedemptions } from './redemptions.ts'
import { listScans } from './scans.ts'
import { listSchemes } from './schemes.ts'
import { listActivity, listStaff } from './staff.ts'
import { listTerritories } from './territories.ts'
import { listUsers } from './users.ts'
import { listWorkers } from './workers.ts'

/** The endpoint that feeds each list. Its `access` is that of the list, its `query` the one schema. */
export const LISTS = {
  users: listUsers,
  scans: listScans,
  transfers: listTransfers,
  batches: listBatches,
  redemptions: listRedemptions,
  'payments-pending': pendingPayments,
  'payments-complete': completePayments,
  'payments-failed': failedPayments,
  parcels: listParcels,
  schemes: listSchemes,
  'charge-rules': listChargeRules,
  charges: listCharges,
  'kyc-queue': kycQueue,
  'kyc-history': kycHistory,
  'kyc-logs': kycLog,
  enquiries: listEnquiries,
  disputes: listDisputes,
  workers: listWorkers,
  distributors: listDistributors,
  plants: listPlants,
  products: listProducts,
  'product-groups': listGroups,
  territories: listTerritories,
  'onboarding-uploads': listUploads,
  'onboarding-errors': listOnboardingErrors,
  media: listMedia,
  offers: listOffers,
  notifications: listNotifications,
  'notification-deliveries': listDeliveries,
  staff: listStaff,
  accounts: listStaff,
  activity: listActivity,
  'data-access': listDataAccess,
} as const satisfies Record<ListName, unknown>

/** What the web adds by itself to what its address says, so that a file has the rows of the page. */
export const LIST_FIXED: { [N in ListName]?: Readonly<Record<string, string>> } = {
  accounts: { office: 'yes' },
}

/** Fields of a list's address that stand in the path of its endpoint, with the parameter's name. */
export const LIST_PARAMS: { [N in ListName]?: Readonly<Record<string, string>> } = {
  'notification-deliveries': { of: 'notificationId' },
}
