import { KYC_ACTION_NAMES, type KycAction, type KycCheck } from '../../../../contract/people/kyc.ts'
import { labelled, Tag, type StatusStyle } from '../../../ui/tag.tsx'
import {
  KYC_DECISION_NAMES,
  KYC_STATE_NAMES,
  KYC_FIELD_NAMES,
  type FieldState,
  type KycOutcome,
  type KycField,
  type KycState,
} from '../../../../contract/people/kyc-states.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconEye,
  IconFolderOpen,
  IconGavel,
  IconHourglassEmpty,
  IconMinus,
  IconRefresh,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { OTHER, type RefusalReason } from '../../../../contract/reasons.ts'
import { WAIT_HOURS } from '../../../../contract/waiting.ts'
import type { Choice } from '../../../../contract/lists/query.ts'

/** From here on a submission has waited too long. */
export const LATE_HOURS = WAIT_HOURS.kyc

export const STATE_STYLES = labelled(KYC_STATE_NAMES, {
  none: { tone: 'gray', Picture: IconMinus },
  pending: { tone: 'blue', Picture: IconHourglassEmpty },
  resubmit: { tone: 'yellow', Picture: IconArrowBackUp },
  approved: { tone: 'green', Picture: IconCircleCheck },
  rejected: { tone: 'red', Picture: IconCircleX },
})

export const DECISION_STYLES = labelled(KYC_DECISION_NAMES, {
  approve: STATE_STYLES.approved,
  resubmit: STATE_STYLES.resubmit,
  reject: STATE_STYLES.rejected,
  revoke: { tone: 'red', Picture: IconArrowBackUp },
})

const FIELD_STYLES: Record<FieldState, StatusStyle> = {
  pending: { label: 'Waiting', tone: 'blue', Picture: IconHourglassEmpty },
  accepted: { label: 'Accepted', tone: 'green', Picture: IconCheck },
  refused: { label: 'Refused', tone: 'red', Picture: IconX },
}

export const ACTION_STYLES = labelled(KYC_ACTION_NAMES, {
  submitted: { tone: 'gray', Picture: IconSend },
  resubmitted: { tone: 'gray', Picture: IconRefresh },
  opened: { tone: 'gray', Picture: IconFolderOpen },
  field_accepted: { tone: 'green', Picture: IconCheck },
  field_refused: { tone: 'red', Picture: IconX },
  decided: { tone: 'blue', Picture: IconGavel },
  revealed: { tone: 'yellow', Picture: IconEye },
})

export const CHECK_STYLES: Record<KycCheck['state'], StatusStyle> = {
  ok: { label: 'Passed', tone: 'green', Picture: IconCheck },
  warn: { label: 'Needs review', tone: 'yellow', Picture: IconAlertTriangle },
  wrong: { label: 'Failed', tone: 'red', Picture: IconX },
}

export const StateTag = ({ state }: { state: KycState }): ReactElement => (
  <Tag {...STATE_STYLES[state]} />
)
export const DecisionTag = ({ decision }: { decision: KycOutcome }): ReactElement => (
  <Tag {...DECISION_STYLES[decision]} />
)
export const FieldTag = ({ state }: { state: FieldState }): ReactElement => (
  <Tag {...FIELD_STYLES[state]} />
)
export const ActionTag = ({ action }: { action: KycAction }): ReactElement => (
  <Tag {...ACTION_STYLES[action]} />
)

export const fieldsInWords = (fields: readonly KycField[]): string =>
  fields.map((field) => KYC_FIELD_NAMES[field]).join(', ')

export const refusalInWords = ({
  field,
  reason,
}: {
  field: KycField
  reason: RefusalReason
}): string => `${KYC_FIELD_NAMES[field]}: ${reason.label}`

/** The reason and the note as one text. */
export function reasonInWords(reason: RefusalReason | null, note: string | null): string | null {
  const words = reason && reason.key !== OTHER ? reason.en : null
  return [words, note].filter(Boolean).join(' ') || null
}

/** Choices of a filter from the styles of its values. */
export const choicesOf = <T extends string>(
  values: readonly T[],
  labelOf: (value: T) => string,
): Choice[] => values.map((value) => ({ value, label: labelOf(value) }))
