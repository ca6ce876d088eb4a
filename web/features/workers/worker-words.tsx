import { IconCircleCheck, IconUserOff, type Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { SHIFT_LABELS, type PlantShifts, type Shift } from '../../../contract/shifts.ts'
import type { WorkerRow, WorkerStanding } from '../../../contract/workers.ts'
import { Moment } from '../../ui/moment.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }

export const STANDING_LOOKS: Record<WorkerStanding, Look> = {
  active: { label: 'Active', tone: 'green', Picture: IconCircleCheck },
  deactivated: { label: 'Deactivated', tone: 'gray', Picture: IconUserOff },
}

export function StandingTag({ standing }: Pick<WorkerRow, 'standing'>): ReactElement {
  const { label, ...look } = STANDING_LOOKS[standing]
  return <Tag {...look}>{label}</Tag>
}

/** A shift with its hours at a plant: "A, 06:00 to 14:00". */
export function shiftWords(shift: Shift, times: PlantShifts | undefined): string {
  const hours = times?.[shift]
  return SHIFT_LABELS[shift] + (hours ? `, ${hours.from} to ${hours.to}` : '')
}

/** When he last signed in; until he has a password he cannot. */
export function LastSignIn({
  worker: { hasPassword, lastSignInAt },
}: {
  worker: Pick<WorkerRow, 'hasPassword' | 'lastSignInAt'>
}): ReactElement {
  if (lastSignInAt) return <Moment at={lastSignInAt} />
  return <>{hasPassword ? 'Never' : 'No password yet'}</>
}
