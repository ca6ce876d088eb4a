import { listBatches } from './programme/batches.ts'
import { listChargeRules, listCharges } from './programme/charges.ts'
import { listDataAccess } from './platform/data-access.ts'
import { listDisputes } from './desk/disputes.ts'
import { listDistributors } from './people/distributors.ts'
import { listEnquiries } from './desk/enquiries.ts'
import { kycHistory, kycLog } from './people/kyc-history.ts'
import { kycQueue } from './people/kyc.ts'
import type { ListName } from './lists.ts'
import { listMedia } from './platform/media.ts'
import { listDeliveries, listNotifications } from './desk/notifications.ts'
import { listOffers } from './desk/offers.ts'
import { listOnboardingErrors, listUploads } from './people/onboarding.ts'
import { listParcels } from './money/parcels.ts'
import { completePayments, failedPayments, pendingPayments } from './money/payments.ts'
import { listPlants } from './people/plants.ts'
import { listGroups } from './programme/product-groups.ts'
import { listProducts } from './programme/products.ts'
import { listTransfers } from './ledger/points.ts'
import { listRedemptions } from './money/redemptions.ts'
import { listScans } from './programme/scans.ts'
import { listSchemes } from './programme/schemes.ts'
import { listActivity, listStaff } from './people/staff.ts'
import { listTerritories } from './people/territories.ts'
import { listUsers } from './desk/users.ts'
import { listWorkers } from './people/workers.ts'

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
