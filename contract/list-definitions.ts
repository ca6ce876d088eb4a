import type { z } from 'zod'
import { activityList } from './lists/activity.ts'
import { batchList } from './lists/batches.ts'
import { chargeRuleList } from './lists/charge-rules.ts'
import { chargeList } from './lists/charges.ts'
import { accessList } from './lists/data-access.ts'
import type { ListDefinition } from './lists/define.ts'
import { disputeList } from './lists/disputes.ts'
import { distributorList } from './lists/distributors.ts'
import { enquiryList } from './lists/enquiries.ts'
import { kycHistoryList } from './lists/kyc-history.ts'
import { kycLogList } from './lists/kyc-logs.ts'
import { kycQueueList } from './lists/kyc-queue.ts'
import { mediaList } from './lists/media.ts'
import { deliveryList } from './lists/notification-deliveries.ts'
import { notificationList } from './lists/notifications.ts'
import { offerList } from './lists/offers.ts'
import { errorList } from './lists/onboarding-errors.ts'
import { uploadList } from './lists/onboarding-uploads.ts'
import { parcelList } from './lists/parcels.ts'
import { completeList, failedList, pendingList } from './lists/payments.ts'
import { plantList } from './lists/plants.ts'
import { groupList } from './lists/product-groups.ts'
import { productList } from './lists/products.ts'
import { redemptionList } from './lists/redemptions.ts'
import { scanList } from './lists/scans.ts'
import { schemeList } from './lists/schemes.ts'
import { accountList, staffList } from './lists/staff.ts'
import { territoryList } from './lists/territories.ts'
import { transferList } from './lists/transfers.ts'
import { userList } from './lists/users.ts'
import { workerList } from './lists/workers.ts'
import type { LISTS } from './list-endpoints.ts'
import type { ListName } from './lists.ts'

/** A row of a list, as its endpoint answers it. */
type RowOf<N extends ListName> = z.output<(typeof LISTS)[N]['response']>['items'][number]

/** Every list, defined. A definition that does not fit its endpoint's rows does not compile. */
export const LIST_DEFINITIONS: { [N in ListName]: ListDefinition<RowOf<N>> } = {
  users: userList,
  scans: scanList,
  transfers: transferList,
  batches: batchList,
  redemptions: redemptionList,
  'payments-pending': pendingList,
  'payments-complete': completeList,
  'payments-failed': failedList,
  parcels: parcelList,
  schemes: schemeList,
  'charge-rules': chargeRuleList,
  charges: chargeList,
  'kyc-queue': kycQueueList,
  'kyc-history': kycHistoryList,
  'kyc-logs': kycLogList,
  enquiries: enquiryList,
  disputes: disputeList,
  workers: workerList,
  distributors: distributorList,
  plants: plantList,
  products: productList,
  'product-groups': groupList,
  territories: territoryList,
  'onboarding-uploads': uploadList,
  'onboarding-errors': errorList,
  media: mediaList,
  offers: offerList,
  notifications: notificationList,
  'notification-deliveries': deliveryList,
  staff: staffList,
  accounts: accountList,
  activity: activityList,
  'data-access': accessList,
}
