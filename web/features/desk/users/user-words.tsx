import {
  MEMBER_STANDING_NAMES,
  type AdjustmentState,
  type MemberStanding,
} from '../../../../contract/desk/users.ts'
import { labelled, Tag, type Tone } from '../../../ui/tag.tsx'
import { IconBan, IconCircleCheck, IconEraser, type Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'

type Look = { label: string; tone: Tone; Picture?: Icon }

export const STANDING_LOOKS = labelled(MEMBER_STANDING_NAMES, {
  active: { tone: 'green', Picture: IconCircleCheck },
  blocked: { tone: 'red', Picture: IconBan },
  erased: { tone: 'gray', Picture: IconEraser },
})

const ADJUSTMENT_LOOKS: Record<AdjustmentState, Look> = {
  requested: { label: 'Waiting', tone: 'yellow' },
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
}

export function StandingTag({ standing }: { standing: MemberStanding }): ReactElement {
  const { label, ...look } = STANDING_LOOKS[standing]
  return <Tag {...look}>{label}</Tag>
}

export function AdjustmentTag({ state }: { state: AdjustmentState }): ReactElement {
  const { label, ...look } = ADJUSTMENT_LOOKS[state]
  return <Tag {...look}>{label}</Tag>
}
