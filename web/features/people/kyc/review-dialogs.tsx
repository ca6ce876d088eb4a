import type { ReactElement } from 'react'
import { KYC_FIELD_NAMES, type KycDecision } from '../../../../contract/people/kyc-states.ts'
import { type KycDetail } from '../../../../contract/people/kyc.ts'
import { formatAmount } from '../../../lib/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { KeysDialog } from '../../../ui/keys-dialog.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { REVIEW_KEYS } from './review-keys.ts'
import type { Desk } from './use-desk.ts'
import type { useReveal } from './use-reveal.ts'

/** What stands over the review; one at a time. */
export type Open = 'refuse' | 'note' | 'decide' | 'reject' | 'reveal' | 'keys'

function rejectWords({ memberName }: KycDetail, { outcome }: Desk): string {
  const left = outcome.kind === 'undecided' ? outcome.left.length : 0
  const are = left === 1 ? 'is' : 'are'
  const rest =
    left > 0 ? ` ${formatAmount(left, 'field')} without a verdict ${are} refused with it.` : ''
  return `All of it is rejected, and ${memberName} must send everything again. The reason goes to the member as you write it.${rest}`
}

export function ReviewDialogs({
  detail,
  desk,
  open,
  revealing,
  onDecide,
  onClose,
}: {
  detail: KycDetail
  desk: Desk
  open: Open | null
  revealing: ReturnType<typeof useReveal>
  onDecide: (decision: KycDecision, note: string) => Promise<void>
  onClose: () => void
}): ReactElement {
  const { selected, outcome } = desk
  const field = selected?.field
  const name = field ? KYC_FIELD_NAMES[field] : ''
  const verdict = field ? desk.verdictOf(field) : null
  const given = open === 'note' && verdict?.accept === false ? verdict : null
  const refused = outcome.kind === 'resubmit' ? outcome.refused.length + outcome.lacking.length : 0
  return (
    <>
      <RefuseDialog
        name={name}
        given={given}
        opened={open === 'refuse' || open === 'note'}
        onRefuse={(refusal) => {
          onClose()
          if (field) desk.do({ type: 'judge', field, verdict: { accept: false, ...refusal } })
        }}
        onClose={onClose}
      />
      <DecisionDialog
        detail={detail}
        slots={desk.slots}
        draft={desk.draft}
        refused={refused}
        opened={open === 'decide'}
        onDecide={(note) => onDecide(refused > 0 ? 'resubmit' : 'approve', note)}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={open === 'reject'}
        title="Reject this KYC"
        what={rejectWords(detail, desk)}
        submit="Reject"
        danger
        onConfirm={(note) => onDecide('reject', note)}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={open === 'reveal'}
        title={`Reveal ${name}`}
        what="You see the value for a minute. The log keeps that you looked, and why."
        submit="Reveal"
        oneLine
        initial={revealing.lastReason()}
        onConfirm={async (reason) => {
          if (field) await revealing.reveal(field, reason)
          onClose()
        }}
        onClose={onClose}
      />
      <KeysDialog
        keys={REVIEW_KEYS}
        signs="Use letters, digits and signs as keys"
        opened={open === 'keys'}
        onClose={onClose}
      />
    </>
  )
}
