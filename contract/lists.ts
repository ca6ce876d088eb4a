import { z } from 'zod'

/**
 * Every list of the dashboard by the name of its source in the web, and what people call it. Only the
 * names stand here, as pages load them; the endpoint of each is in `list-endpoints.ts` (`LISTS`).
 */
export const LIST_TITLES = {
  users: 'Members',
  scans: 'Scans',
  transfers: 'Points ledger',
  batches: 'QR token requests',
  redemptions: 'Redemptions',
  'payments-pending': 'Pending payments',
  'payments-complete': 'Complete payments',
  'payments-failed': 'Payments to re-initiate',
  parcels: 'Parcels',
  schemes: 'Schemes',
  'charge-rules': 'Charge rules',
  charges: 'Handling charges',
  'kyc-queue': 'KYC verification',
  'kyc-history': 'KYC history',
  'kyc-logs': 'KYC logs',
  enquiries: 'Enquiries',
  disputes: 'Disputes',
  workers: 'Workers',
  distributors: 'Distributors',
  plants: 'Plants',
  products: 'Products',
  'product-groups': 'Product groups',
  territories: 'Territories',
  'onboarding-uploads': 'Onboarding uploads',
  'onboarding-errors': 'Onboarding errors',
  media: 'Gallery',
  offers: 'Offers',
  notifications: 'Notifications',
  'notification-deliveries': 'Deliveries',
  staff: 'Roles',
  accounts: 'Admins',
  activity: 'Staff activity',
  'data-access': 'Data access',
} as const
export type ListName = keyof typeof LIST_TITLES
export const listName = z.enum(Object.keys(LIST_TITLES) as [ListName, ...ListName[]], {
  error: 'There is no such list.',
})
