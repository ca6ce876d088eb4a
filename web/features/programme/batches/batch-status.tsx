import { BATCH_NAMES, type BatchStatus } from '../../../../contract/programme/batches.ts'
import { labelled, Tag, type StatusStyle } from '../../../ui/tag.tsx'
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
} from '@tabler/icons-react'
import type { ReactElement } from 'react'

export const BATCH_STYLES = labelled(BATCH_NAMES, {
  requested: { tone: 'yellow', Picture: IconHourglass },
  approved: { tone: 'blue', Picture: IconSettings },
  generated: { tone: 'blue', Picture: IconCircleCheck },
  printed: { tone: 'green', Picture: IconPrinter },
  closed: { tone: 'gray', Picture: IconLock },
  rejected: { tone: 'red', Picture: IconCircleX },
  withdrawn: { tone: 'gray', Picture: IconArrowBackUp },
  blocked: { tone: 'red', Picture: IconBan },
})
const FAILED: StatusStyle = { label: 'Generation failed', tone: 'red', Picture: IconAlertTriangle }

/** Where a batch stands, in a word with its sign. */
export function BatchTag({
  status,
  failed = false,
}: {
  status: BatchStatus
  failed?: boolean
}): ReactElement {
  return <Tag {...(failed ? FAILED : BATCH_STYLES[status])} />
}
