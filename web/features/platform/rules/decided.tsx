import { IconArrowBackUp, IconCheck, IconHourglass, IconX, type Icon } from '@tabler/icons-react'
import type { RuleChange, RuleChangeState } from '../../../../contract/platform/rules.ts'
import { formatMoment } from '../../../lib/format.ts'
import type { TimelineEntry } from '../../../ui/timeline.tsx'

type Tone = NonNullable<TimelineEntry['tone']>

const STYLES: Record<RuleChangeState, { Picture: Icon; tone: Tone; word: string }> = {
  proposed: { Picture: IconHourglass, tone: 'warn', word: 'Waits for approval' },
  approved: { Picture: IconCheck, tone: 'good', word: 'Approved' },
  rejected: { Picture: IconX, tone: 'bad', word: 'Rejected' },
  withdrawn: { Picture: IconArrowBackUp, tone: 'neutral', word: 'Withdrawn' },
}

type Decided = Pick<
  RuleChange,
  'changeId' | 'state' | 'reason' | 'note' | 'proposedBy' | 'proposedAt' | 'decidedBy' | 'decidedAt'
>

/** A change in a history: what it said, and what became of it. */
export function decidedEntry(change: Decided, title: string, from: string | null): TimelineEntry {
  const { state, decidedBy, decidedAt, reason, note } = change
  const { Picture, tone, word } = STYLES[state]
  const outcome =
    decidedBy && decidedAt ? `${word} by ${decidedBy.name}, ${formatMoment(decidedAt)}` : word
  const detail = [from, `Reason: ${reason}`, outcome, note && `Note: ${note}`]
  return {
    key: change.changeId,
    at: change.proposedAt,
    by: `proposed by ${change.proposedBy.name}`,
    title,
    detail: detail.filter(Boolean).join(' · '),
    tone,
    icon: <Picture size={15} stroke={1.8} />,
  }
}
