import { STANDING_NAMES } from '../../../../contract/people/masters.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import { IconBuildingOff, IconCircleCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { DistributorRow } from '../../../../contract/people/distributors.ts'

export const STANDING_LOOKS = labelled(STANDING_NAMES, {
  active: { tone: 'green', Picture: IconCircleCheck },
  deactivated: { tone: 'gray', Picture: IconBuildingOff },
})

export function StandingTag({ standing }: Pick<DistributorRow, 'standing'>): ReactElement {
  const { label, ...look } = STANDING_LOOKS[standing]
  return <Tag {...look}>{label}</Tag>
}
