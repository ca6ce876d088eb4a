import type { MasterStanding } from '../../../../contract/people/masters.ts'
import { StandingTag } from './standing-tag.tsx'

/** The cell of a master's standing, the same in every list. */
export const standingCell = {
  width: 116,
  card: 'corner' as const,
  render: ({ standing }: { standing: MasterStanding }) => <StandingTag standing={standing} />,
}
