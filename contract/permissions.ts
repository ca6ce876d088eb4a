import type { Role } from './roles.ts'

/** Who may change things, beyond seeing a page. The roles page and the server read this same table. */
export const PERMISSIONS = {
  'staff.manage': ['admin', 'almond team'],
  'batch.request': ['sub admin', 'almond team'],
  'batch.approve': ['admin', 'hod'],
  'batch.print': ['almond team'],
  'coupon.activate': ['worker'],
  'coupon.block': ['admin', 'cs', 'almond team'],
  'scan.review': ['admin', 'cs', 'almond team'],
  'member.block': ['admin', 'cs'],
  'member.contact': ['admin', 'cs'],
  'member.erase': ['admin'],
  'member.edit': ['admin', 'cs', 'sub admin', 'almond team'],
  'member.edit.approve': ['admin', 'almond team'],
  'points.adjust': ['cs', 'sub admin'],
  'points.adjust.approve': ['admin', 'almond team'],
  'kyc.decide': ['admin', 'cs', 'almond team'],
  'pii.reveal': ['admin', 'cs'],
  'redemption.request': ['cs', 'sub admin'],
  'redemption.approve': ['admin', 'cs', 'almond team'],
  'payment.send': ['admin', 'almond team'],
  'payment.reinitiate': ['admin', 'sub admin', 'almond team'],
  'payment.ask': ['admin', 'cs', 'sub admin', 'almond team'],
  'payment.settle': ['admin', 'almond team'],
  'dispatch.update': ['courier', 'admin'],
  'address.edit': ['cs', 'sub admin', 'courier', 'admin'],
  'tax.import': ['admin', 'finance'],
  'scheme.draft': ['cs', 'sub admin'],
  'scheme.activate': ['admin', 'almond team', 'hod'],
  'charges.edit': ['admin', 'finance', 'almond team'],
  'settlement.compute': ['sub admin'],
  'settlement.approve': ['admin', 'almond team'],
  'enquiry.answer': ['admin', 'cs', 'sub admin'],
  'dispute.decide': ['admin', 'almond team'],
  'media.edit': ['admin', 'marketing', 'sub admin', 'almond team'],
  'gift.edit': ['admin', 'sub admin', 'almond team'],
  'notification.send': ['admin', 'marketing', 'sub admin', 'almond team'],
  'notification.approve': ['admin', 'hod', 'almond team'],
  'onboarding.apply': ['admin', 'sub admin', 'almond team'],
  'programme.edit': ['admin', 'almond team'],
  'programme.approve': ['admin', 'almond team'],
  'report.download': ['finance', 'almond team', 'admin', 'sub admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

export function can(role: Role | null, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return role !== null && roles.includes(role)
}
