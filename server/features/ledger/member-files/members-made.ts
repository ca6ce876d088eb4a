import type { Made } from '../../people/onboarding/index.ts'

/** What a file of members makes. Opening points that moved are transfers, which nothing deletes. */
export const MEMBERS_MADE: Made = {
  table: 'member',
  id: 'member_id',
  named: 'm.code',
  own: [
    'member_account',
    // Its copy by which members are ordered.
    'member_points',
    'member_enrolment',
    'member_belonging',
    'member_distributor',
  ],
  words: {
    session: 'signed in',
    member_consent: 'signed in',
    scan: 'scans',
    transfer: 'points that moved',
    points_file_row: 'opening points waiting for approval',
    kyc: 'KYC',
    redemption: 'redemptions',
    enquiry: 'enquiries',
  },
  also: [
    { condition: 'm.erased_at is not null or m.left_at is not null', words: 'left the programme' },
  ],
  changed:
    'm.version > 0 or (select count(*) from member_belonging b where b.member_id = m.member_id) > 1',
}
