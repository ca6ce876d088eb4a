import { STATUS_NAMES } from '../../../../contract/people/masters.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import { IconCircleCheck, IconUserOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { SHIFT_LABELS, type PlantShifts, type Shift } from '../../../../contract/people/shifts.ts'
import type { WorkerRow } from '../../../../contract/people/workers.ts'
import { Moment } from '../../../ui/moment.tsx'

export const STATUS_STYLES = labelled(STATUS_NAMES, {
  active: { tone: 'green', Picture: IconCircleCheck },
  deactivated: { tone: 'gray', Picture: IconUserOff },
})

export function StatusTag({ status }: Pick<WorkerRow, 'status'>): ReactElement {
  return <Tag {...STATUS_STYLES[status]} />
}

/** A shift with its hours at a plant: "A, 06:00 to 14:00". */
export function shiftWords(shift: Shift, times: PlantShifts | undefined): string {
  const hours = times?.[shift]
  return SHIFT_LABELS[shift] + (hours ? `, ${hours.from} to ${hours.to}` : '')
}

/** When the worker last signed in; until they have a password they cannot. */
export function LastSignIn({
  worker: { hasPassword, lastSignInAt },
}: {
  worker: Pick<WorkerRow, 'hasPassword' | 'lastSignInAt'>
}): ReactElement {
  if (lastSignInAt) return <Moment at={lastSignInAt} />
  return <>{hasPassword ? 'Never' : 'No password yet'}</>
}
