import {
  UPLOAD_NAMES,
  type RowState,
  type UploadRow,
  type UploadState,
  type Verdict,
} from '../../../../contract/people/onboarding.ts'
import { labelled, Tag, type Tone } from '../../../ui/tag.tsx'
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
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'

type Look = { label: string; tone: Tone; Picture: Icon }

export const UPLOAD_LOOKS = labelled(UPLOAD_NAMES, {
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
  const { label, tone, Picture } = UPLOAD_LOOKS[state]
  return (
    <Tag tone={tone} Picture={Picture}>
      {label}
    </Tag>
  )
}

const VERDICT_LOOKS: Record<Verdict, Look> = {
  create: { label: 'Create', tone: 'green', Picture: IconPlus },
  change: { label: 'Change', tone: 'blue', Picture: IconPencil },
  same: { label: 'No change', tone: 'gray', Picture: IconEqual },
  refused: { label: 'Refused', tone: 'red', Picture: IconX },
}
const APPLIED: Partial<Record<Verdict, string>> = { create: 'Created', change: 'Changed' }
const SETTLED: Partial<Record<RowState, Look>> = {
  corrected: { label: 'Corrected', tone: 'green', Picture: IconCheck },
  dismissed: { label: 'Dismissed', tone: 'gray', Picture: IconBan },
}

/** What applying a row does, or what became of it. */
export function RowTag({ row: { verdict, state } }: { row: UploadRow }): ReactElement {
  const look = SETTLED[state] ?? VERDICT_LOOKS[verdict]
  const label = state === 'applied' ? (APPLIED[verdict] ?? look.label) : look.label
  return (
    <Tag tone={look.tone} Picture={look.Picture}>
      {label}
    </Tag>
  )
}
