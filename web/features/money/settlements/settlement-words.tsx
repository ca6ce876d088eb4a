import { IconCalculator, IconCircleCheck, IconCircleDashed, IconLock } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { SettlementState } from '../../../../contract/money/settlements.ts'
import { Tag, type StatusStyle } from '../../../ui/tag.tsx'

export const STATE_STYLES: Record<SettlementState, StatusStyle> = {
  open: { label: 'Open', tone: 'gray', Picture: IconCircleDashed },
  computed: { label: 'Computed', tone: 'blue', Picture: IconCalculator },
  approved: { label: 'Approved', tone: 'green', Picture: IconLock },
  settled: { label: 'Settled', tone: 'green', Picture: IconCircleCheck },
}

export function StateTag({ state }: { state: SettlementState }): ReactElement {
  return <Tag {...STATE_STYLES[state]} />
}
