import { PERMISSIONS, type Permission } from './permissions.ts'
import { ROLE_NAMES, type Role } from './roles.ts'

/** What each permission lets somebody do, as people say it, in the order of the menu. */
export const PERMISSION_WORDS: Record<Permission, { area: string; words: string }> = {
  'staff.manage': { area: 'Staff', words: 'Propose and approve accounts of staff' },
  'programme.edit': {
    area: 'Programme',
    words: 'Change plants, products, company and texts; propose rules',
  },
  'programme.approve': { area: 'Programme', words: 'Approve a rule or text that another proposed' },
  'kyc.decide': { area: 'Members', words: 'Decide KYC' },
  'pii.reveal': {
    area: 'Members',
    words: 'Reveal a whole PAN, account number, payment or postal address',
  },
  'member.block': { area: 'Members', words: 'Block and unblock a member' },
  'member.contact': { area: 'Members', words: 'Change a member’s mobile and tier' },
  'member.edit': {
    area: 'Members',
    words: 'Enrol members, change their details and to whom they belong',
  },
  'member.edit.approve': {
    area: 'Members',
    words: 'Approve a new name or type where KYC was accepted',
  },
  'member.erase': { area: 'Members', words: 'Erase a member' },
  'points.adjust': { area: 'Points', words: 'Ask for an adjustment of points' },
  'points.adjust.approve': { area: 'Points', words: 'Approve an adjustment of points' },
  'scan.review': { area: 'Points', words: 'Release or reverse a held scan' },
  'redemption.request': { area: 'Redemptions', words: 'Ask for a redemption for a member' },
  'redemption.approve': { area: 'Redemptions', words: 'Approve or reject redemptions' },
  'address.edit': { area: 'Redemptions', words: 'Give or correct the address of a gift' },
  'dispatch.update': { area: 'Redemptions', words: 'Send gifts and say that they arrived' },
  'payment.send': { area: 'Payments', words: 'Send payments and make bank files' },
  'payment.reinitiate': { area: 'Payments', words: 'Pay again what failed' },
  'payment.ask': { area: 'Payments', words: 'Ask the provider about a payment' },
  'payment.settle': { area: 'Payments', words: 'Say what became of a payment, with proof' },
  'tax.import': { area: 'Payments', words: 'Bring in benefits given elsewhere' },
  'scheme.draft': { area: 'Loyalty', words: 'Draft and simulate schemes' },
  'scheme.activate': { area: 'Loyalty', words: 'Activate, pause and end schemes' },
  'charges.edit': { area: 'Loyalty', words: 'Make and end rules of handling charges' },
  'settlement.compute': { area: 'Loyalty', words: 'Compute a month’s settlement' },
  'settlement.approve': { area: 'Loyalty', words: 'Approve, settle and open a settlement again' },
  'batch.request': { area: 'Coupons', words: 'Ask for a batch of coupons' },
  'batch.approve': { area: 'Coupons', words: 'Approve, reject and close batches' },
  'batch.print': { area: 'Coupons', words: 'Take the print file, which holds every code' },
  'coupon.block': { area: 'Coupons', words: 'Block and unblock coupons and batches' },
  'coupon.activate': { area: 'Plants', words: 'Activate and deactivate coupons of the own plant' },
  'onboarding.apply': {
    area: 'Plants',
    words: 'Onboard, move and deactivate workers and distributors',
  },
  'enquiry.answer': { area: 'Helpdesk', words: 'Answer enquiries' },
  'dispute.decide': { area: 'Helpdesk', words: 'Decide a disputed coupon that another proposed' },
  'media.edit': { area: 'Media', words: 'Upload media, publish banners and offers' },
  'gift.edit': { area: 'Media', words: 'Change gifts, their price and stock' },
  'notification.send': { area: 'Media', words: 'Write and send messages to members' },
  'notification.approve': {
    area: 'Media',
    words: 'Approve messages of others with a link or to many members',
  },
  'report.download': { area: 'Reports', words: 'Download reports of what the role may see' },
}

/** The roles that may do something: "Admin or Almond Team". */
export function rolesInWords(permission: Permission): string {
  const roles: readonly Role[] = PERMISSIONS[permission]
  const names = roles.map((role) => ROLE_NAMES[role])
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
