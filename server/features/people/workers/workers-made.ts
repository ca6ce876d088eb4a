import type { Made } from '../onboarding/index.ts'

/** What a file of workers makes. */
export const WORKERS_MADE: Made = {
  table: 'staff',
  id: 'staff_id',
  named: '(select w.employee_code from worker w where w.staff_id = m.staff_id)',
  own: ['worker', 'one_time_link', 'staff_notice'],
  words: {
    session: 'signed in',
    plant_scan: 'scans at the line',
    coupon_change: 'coupons activated or deactivated',
    audit: 'own entries in the audit trail',
  },
  also: [
    {
      condition: 'm.password_hash is not null or m.last_sign_in_at is not null',
      words: 'signed in',
    },
    { condition: 'm.disabled_at is not null', words: 'deactivated since' },
  ],
}
