import { IconBuildingOff, IconCircleCheck, type Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { DistributorRow, DistributorStanding } from '../../../contract/distributors.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }

export const STANDING_LOOKS: Record<DistributorStanding, Look> = {
  active: { label: 'Active', tone: 'green', Picture: IconCircleCheck },
  deactivated: { label: 'Deactivated', tone: 'gray', Picture: IconBuildingOff },
}

export function StandingTag({ standing }: Pick<DistributorRow, 'standing'>): ReactElement {
  const { label, ...look } = STANDING_LOOKS[standing]
  return <Tag {...look}>{label}</Tag>
}
