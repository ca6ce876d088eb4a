import { useState } from 'react'
import { KYC_FIELD_NAMES, type KycField } from '../../../../contract/people/kyc-states.ts'
import { type KycDetail, type KycFieldDetail } from '../../../../contract/people/kyc.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useDraft } from './drafts.ts'
import {
  act,
  selectedOf,
  inOrder,
  outcomeOf,
  outdated,
  slotsOf,
  undecided,
  verdictOn,
  type Act,
  type Draft,
  type Outcome,
  type Slot,
  type Verdict,
} from './verdicts.ts'

export type Desk = {
  draft: Draft
  slots: readonly Slot[]
  fields: readonly KycFieldDetail[]
  selected: KycFieldDetail | undefined
  outcome: Outcome
  outdated: readonly KycField[]
  verdictOf: (field: KycField) => Verdict | null
  do: (done: Act) => void
  /** What was done last, for whoever does not see it. */
  said: string
}

function saying(before: Draft, after: Draft, slots: readonly Slot[], done: Act): string {
  const left = undecided(after, slots).length
  const rest = left === 0 ? 'All fields are decided.' : `${formatAmount(left, 'field')} left.`
  if (before === after) return done.type === 'undo' ? 'There is nothing to undo.' : ''
  switch (done.type) {
    case 'choose':
      return ''
    case 'judge': {
      const word = done.verdict.accept ? 'accepted' : 'refused'
      return `${KYC_FIELD_NAMES[done.field]} ${word}. ${rest}`
    }
    case 'acceptClean':
      return `What is clean is accepted. ${rest}`
    case 'undo':
      return `The last step is undone. ${rest}`
  }
}

/** The reviewer's desk: the fields, what is made of them so far, and how to go on. */
export function useDesk(detail: KycDetail): Desk {
  const [draft, setDraft] = useDraft(detail.memberId)
  const [said, setSaid] = useState('')
  const fields = inOrder(detail.fields)
  const slots = slotsOf(detail)
  const selected = selectedOf(draft, slots)
  const step = (done: Act): void => {
    const next = act(draft, slots, done)
    setSaid(saying(draft, next, slots, done))
    setDraft(next)
  }
  return {
    draft,
    slots,
    fields,
    selected: fields.find(({ field }) => field === selected),
    outcome: outcomeOf(draft, slots, detail.lacking),
    outdated: outdated(draft, slots),
    verdictOf: (field) => {
      const slot = slots.find((slot) => slot.field === field)
      return slot ? verdictOn(draft, slot) : null
    },
    do: step,
    said,
  }
}
