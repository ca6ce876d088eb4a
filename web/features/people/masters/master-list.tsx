import type { MasterStatus } from '../../../../contract/people/masters.ts'
import { StatusTag } from './status-tag.tsx'

/** The cell of a master's status, the same in every list. */
export const statusCell = {
  width: 116,
  card: 'corner' as const,
  render: ({ status }: { status: MasterStatus }) => <StatusTag status={status} />,
}
