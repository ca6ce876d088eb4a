import {
  UPLOAD_NAMES,
  type RowState,
  type UploadRow,
  type UploadState,
  type Verdict,
} from '../../../../contract/people/onboarding.ts'
import { labelled, Tag, type StatusStyle } from '../../../ui/tag.tsx'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleX,
  IconClock,
  IconEqual,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'

export const UPLOAD_STYLES = labelled(UPLOAD_NAMES, {
  reading: { tone: 'blue', Picture: IconLoader2 },
  refused: { tone: 'red', Picture: IconCircleX },
  ready: { tone: 'yellow', Picture: IconClock },
  applying: { tone: 'blue', Picture: IconLoader2 },
  stopped: { tone: 'yellow', Picture: IconPlayerPause },
  applied: { tone: 'green', Picture: IconCheck },
  discarded: { tone: 'gray', Picture: IconTrash },
  taken_back: { tone: 'gray', Picture: IconArrowBackUp },
})

export function UploadTag({ state }: { state: UploadState }): ReactElement {
  const { label, tone, Picture } = UPLOAD_STYLES[state]
  return (
    <Tag tone={tone} Picture={Picture}>
      {label}
    </Tag>
  )
}

const VERDICT_STYLES: Record<Verdict, StatusStyle> = {
  create: { label: 'Create', tone: 'green', Picture: IconPlus },
  change: { label: 'Change', tone: 'blue', Picture: IconPencil },
  same: { label: 'No change', tone: 'gray', Picture: IconEqual },
  refused: { label: 'Refused', tone: 'red', Picture: IconX },
}
const APPLIED: Partial<Record<Verdict, string>> = { create: 'Created', change: 'Changed' }
const SETTLED: Partial<Record<RowState, StatusStyle>> = {
  corrected: { label: 'Corrected', tone: 'green', Picture: IconCheck },
  dismissed: { label: 'Dismissed', tone: 'gray', Picture: IconBan },
}

/** What applying a row does, or what became of it. */
export function RowTag({ row: { verdict, state } }: { row: UploadRow }): ReactElement {
  const style = SETTLED[state] ?? VERDICT_STYLES[verdict]
  const applied = state === 'applied' ? APPLIED[verdict] : undefined
  return <Tag {...style}>{applied}</Tag>
}
