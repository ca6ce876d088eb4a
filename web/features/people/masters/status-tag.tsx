import { STATUS_NAMES } from '../../../../contract/people/masters.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import { IconBuildingOff, IconCircleCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { DistributorRow } from '../../../../contract/people/distributors.ts'

export const STATUS_STYLES = labelled(STATUS_NAMES, {
  active: { tone: 'green', Picture: IconCircleCheck },
  deactivated: { tone: 'gray', Picture: IconBuildingOff },
})

export function StatusTag({ status }: Pick<DistributorRow, 'status'>): ReactElement {
  return <Tag {...STATUS_STYLES[status]} />
}
