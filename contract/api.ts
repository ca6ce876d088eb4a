import * as addresses from './people/addresses.ts'
import * as banners from './desk/banners.ts'
import * as batches from './programme/batches.ts'
import * as belonging from './people/belonging.ts'
import * as charges from './programme/charges.ts'
import * as catalogue from './people/catalogue.ts'
import * as bankFiles from './money/bank-files.ts'
import * as coupons from './programme/coupons.ts'
import * as dashboard from './insight/dashboard.ts'
import * as dataAccess from './platform/data-access.ts'
import * as distributors from './people/distributors.ts'
import * as disputes from './desk/disputes.ts'
import type { Endpoint } from './endpoint.ts'
import * as enquiries from './desk/enquiries.ts'
import * as enquiryAssign from './desk/enquiry-assign.ts'
import * as fraud from './programme/fraud.ts'
import * as heldScans from './programme/held-scans.ts'
import * as kyc from './people/kyc.ts'
import * as kycHistory from './people/kyc-history.ts'
import * as kycRevocation from './people/kyc-revocation.ts'
import * as kycSubmission from './people/kyc-submission.ts'
import * as live from './insight/live.ts'
import * as memberEnquiries from './desk/member-enquiries.ts'
import * as listExports from './insight/list-exports.ts'
import * as meltag from './programme/meltag.ts'
import * as media from './platform/media.ts'
import * as memberChanges from './desk/member-changes.ts'
import * as memberInbox from './desk/member-inbox.ts'
import * as memberRecords from './desk/member-records.ts'
import * as members from './people/members.ts'
import * as messageTemplates from './platform/message-templates.ts'
import * as myAccount from './platform/my-account.ts'
import * as notices from './platform/notices.ts'
import * as notificationApproval from './desk/notification-approval.ts'
import * as notifications from './desk/notifications.ts'
import * as offers from './desk/offers.ts'
import * as onboarding from './people/onboarding.ts'
import * as parcels from './money/parcels.ts'
import * as passkeys from './platform/passkeys.ts'
import * as paymentAlerts from './money/payment-alerts.ts'
import * as paymentDetails from './money/payment-details.ts'
import * as payments from './money/payments.ts'
import * as pin from './platform/pin.ts'
import * as plant from './programme/plant.ts'
import * as plants from './people/plants.ts'
import * as points from './ledger/points.ts'
import * as pointsFiles from './ledger/points-files.ts'
import * as productGroups from './programme/product-groups.ts'
import * as products from './programme/products.ts'
import * as printTakings from './programme/print-takings.ts'
import * as programme from './platform/programme.ts'
import * as reasons from './reasons.ts'
import * as redemptions from './money/redemptions.ts'
import * as reportJobs from './insight/report-jobs.ts'
import * as reports from './insight/reports.ts'
import * as rules from './platform/rules.ts'
import * as scans from './programme/scans.ts'
import * as schemes from './programme/schemes.ts'
import * as settlements from './money/settlements.ts'
import * as session from './platform/session.ts'
import * as setup from './people/setup.ts'
import * as staff from './people/staff.ts'
import * as staffChanges from './people/staff-changes.ts'
import * as tax from './money/tax.ts'
import * as taxRules from './money/tax-rules.ts'
import * as territories from './people/territories.ts'
import * as users from './desk/users.ts'
import * as views from './platform/views.ts'
import * as workers from './people/workers.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'summary' in value
}

/** Every endpoint of the product: what the server mounts, the document lists and the tests walk. */
export const ENDPOINTS: readonly Endpoint[] = [
  session,
  setup,
  programme,
  myAccount,
  passkeys,
  notices,
  live,
  staff,
  staffChanges,
  catalogue,
  members,
  scans,
  points,
  pointsFiles,
  coupons,
  meltag,
  onboarding,
  batches,
  printTakings,
  dashboard,
  reports,
  rules,
  fraud,
  reasons,
  messageTemplates,
  heldScans,
  dataAccess,
  reportJobs,
  users,
  belonging,
  memberChanges,
  memberRecords,
  kyc,
  kycHistory,
  kycRevocation,
  kycSubmission,
  redemptions,
  addresses,
  paymentDetails,
  payments,
  paymentAlerts,
  bankFiles,
  parcels,
  tax,
  taxRules,
  schemes,
  charges,
  settlements,
  enquiries,
  enquiryAssign,
  memberEnquiries,
  pin,
  plant,
  workers,
  distributors,
  plants,
  productGroups,
  products,
  territories,
  media,
  banners,
  offers,
  notifications,
  notificationApproval,
  memberInbox,
  disputes,
  listExports,
  views,
].flatMap((feature): Endpoint[] => Object.values<unknown>(feature).filter(isEndpoint))
