import type { Made } from '../onboarding/index.ts'

/** What a file of distributors makes. */
export const DISTRIBUTORS_MADE: Made = {
  table: 'distributor',
  id: 'distributor_id',
  named: 'm.code',
  own: ['distributor_identity'],
  words: {
    member: 'members',
    member_belonging: 'members',
    member_distributor: 'members',
    scan: 'scans',
  },
  also: [{ condition: 'm.left_at is not null', words: 'deactivated since' }],
  // Each number that is put on record counts as a version.
  changed:
    'm.version > (select count(*) from distributor_identity i where i.distributor_id = m.distributor_id)',
}
