import {
  MEMBER_STATUS_NAMES,
  type AdjustmentState,
  type MemberStatus,
} from '../../../../contract/desk/users.ts'
import { labelled, Tag, type Tone } from '../../../ui/tag.tsx'
import { IconBan, IconCircleCheck, IconEraser, type Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'

type Style = { label: string; tone: Tone; Picture?: Icon }

export const STATUS_STYLES = labelled(MEMBER_STATUS_NAMES, {
  active: { tone: 'green', Picture: IconCircleCheck },
  blocked: { tone: 'red', Picture: IconBan },
  erased: { tone: 'gray', Picture: IconEraser },
})

const ADJUSTMENT_STYLES: Record<AdjustmentState, Style> = {
  requested: { label: 'Waiting', tone: 'yellow' },
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
}

export function StatusTag({ status }: { status: MemberStatus }): ReactElement {
  return <Tag {...STATUS_STYLES[status]} />
}

export function AdjustmentTag({ state }: { state: AdjustmentState }): ReactElement {
  return <Tag {...ADJUSTMENT_STYLES[state]} />
}
