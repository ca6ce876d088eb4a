import {
  IconArrowBackUp,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconLock,
  IconPrinter,
  IconSettings,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { BatchStatus } from '../../../contract/batches.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }

export const BATCH_LOOKS: Record<BatchStatus, Look> = {
  requested: { label: 'Requested', tone: 'yellow', Picture: IconHourglass },
  approved: { label: 'Generating', tone: 'blue', Picture: IconSettings },
  generated: { label: 'Generated', tone: 'blue', Picture: IconCircleCheck },
  printed: { label: 'Printed', tone: 'green', Picture: IconPrinter },
  closed: { label: 'Closed', tone: 'gray', Picture: IconLock },
  rejected: { label: 'Rejected', tone: 'red', Picture: IconCircleX },
  withdrawn: { label: 'Withdrawn', tone: 'gray', Picture: IconArrowBackUp },
  blocked: { label: 'Blocked', tone: 'red', Picture: IconBan },
}
const FAILED: Look = { label: 'Generation failed', tone: 'red', Picture: IconAlertTriangle }

/** Where a batch stands, in a word with its sign. */
export function BatchTag({
  status,
  failed = false,
}: {
  status: BatchStatus
  failed?: boolean
}): ReactElement {
  const { label, ...look } = failed ? FAILED : BATCH_LOOKS[status]
  return <Tag {...look}>{label}</Tag>
}
