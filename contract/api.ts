import * as addresses from './addresses.ts'
import * as banners from './banners.ts'
import * as batches from './batches.ts'
import * as belonging from './belonging.ts'
import * as charges from './charges.ts'
import * as catalogue from './catalogue.ts'
import * as bankFiles from './bank-files.ts'
import * as coupons from './coupons.ts'
import * as dashboard from './dashboard.ts'
import * as dataAccess from './data-access.ts'
import * as distributors from './distributors.ts'
import * as disputes from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import * as enquiries from './enquiries.ts'
import * as enquiryAssign from './enquiry-assign.ts'
import * as fraud from './fraud.ts'
import * as heldScans from './held-scans.ts'
import * as kyc from './kyc.ts'
import * as kycHistory from './kyc-history.ts'
import * as kycRevocation from './kyc-revocation.ts'
import * as kycSubmission from './kyc-submission.ts'
import * as live from './live.ts'
import * as memberEnquiries from './member-enquiries.ts'
import * as listExports from './list-exports.ts'
import * as meltag from './meltag.ts'
import * as media from './media.ts'
import * as memberChanges from './member-changes.ts'
import * as memberInbox from './member-inbox.ts'
import * as memberRecords from './member-records.ts'
import * as members from './members.ts'
import * as messageTemplates from './message-templates.ts'
import * as myAccount from './my-account.ts'
import * as notices from './notices.ts'
import * as notificationApproval from './notification-approval.ts'
import * as notifications from './notifications.ts'
import * as offers from './offers.ts'
import * as onboarding from './onboarding.ts'
import * as parcels from './parcels.ts'
import * as passkeys from './passkeys.ts'
import * as paymentAlerts from './payment-alerts.ts'
import * as paymentDetails from './payment-details.ts'
import * as payments from './payments.ts'
import * as pin from './pin.ts'
import * as plant from './plant.ts'
import * as plants from './plants.ts'
import * as points from './points.ts'
import * as pointsFiles from './points-files.ts'
import * as productGroups from './product-groups.ts'
import * as products from './products.ts'
import * as printTakings from './print-takings.ts'
import * as programme from './programme.ts'
import * as reasons from './reasons.ts'
import * as redemptions from './redemptions.ts'
import * as reportJobs from './report-jobs.ts'
import * as reports from './reports.ts'
import * as rules from './rules.ts'
import * as scans from './scans.ts'
import * as schemes from './schemes.ts'
import * as settlements from './settlements.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as staff from './staff.ts'
import * as staffChanges from './staff-changes.ts'
import * as tax from './tax.ts'
import * as taxRules from './tax-rules.ts'
import * as territories from './territories.ts'
import * as users from './users.ts'
import * as views from './views.ts'
import * as workers from './workers.ts'

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
