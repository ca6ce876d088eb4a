import type { KycDecision, KycField } from '../../../../contract/people/kyc-states.ts'
import { OTHER, type RefusalReason } from '../../../../contract/reasons.ts'
import type { KycDecisionBody, KycDetail, KycFieldDetail } from '../../../../contract/people/kyc.ts'

export type Verdict = { accept: true } | { accept: false; reason: RefusalReason; note: string }
/** A verdict, and what of the member's it is on: it says nothing of what was sent after it. */
type Given = { verdict: Verdict; stamp: string }
type Verdicts = Readonly<Partial<Record<KycField, Given>>>

/** What a reviewer has decided so far. `steps` leads back, newest last. */
export type Draft = {
  selected: KycField | null
  verdicts: Verdicts
  steps: readonly { selected: KycField | null; verdicts: Verdicts }[]
}
export const NO_DRAFT: Draft = { selected: null, verdicts: {}, steps: [] }

/** A field as the reviewer goes through them. */
export type Slot = { field: KycField; stamp: string; waiting: boolean; clean: boolean }

export type Act =
  | { type: 'choose'; field: KycField }
  | { type: 'judge'; field: KycField; verdict: Verdict }
  | { type: 'acceptClean' }
  | { type: 'undo' }

const stampOf = ({ round, submittedAt, document }: KycFieldDetail): string =>
  [round, submittedAt, document?.documentId].join(' ')

/** Nothing about it asks for a second look. */
export const isClean = ({ checks, duplicates }: KycFieldDetail): boolean =>
  duplicates.length === 0 && checks.every(({ state }) => state === 'ok')

/** Fields in the order in which they are shown: those that wait, then those that were decided. */
export function inOrder(fields: readonly KycFieldDetail[]): KycFieldDetail[] {
  const waits = (field: KycFieldDetail): boolean => field.state === 'pending'
  return [...fields.filter(waits), ...fields.filter((field) => !waits(field))]
}

export function slotsOf({ fields }: Pick<KycDetail, 'fields'>): Slot[] {
  return inOrder(fields).map((detail) => ({
    field: detail.field,
    stamp: stampOf(detail),
    waiting: detail.state === 'pending',
    clean: isClean(detail),
  }))
}

/** The verdict on a field as it is now; one on what it was before does not count. */
export function verdictOn({ verdicts }: Draft, { field, stamp, waiting }: Slot): Verdict | null {
  const given = verdicts[field]
  return waiting && given?.stamp === stamp ? given.verdict : null
}

const waitsForOne = (draft: Draft, slot: Slot): boolean =>
  slot.waiting && verdictOn(draft, slot) === null

/** The fields that still need a verdict. */
export const undecided = (draft: Draft, slots: readonly Slot[]): KycField[] =>
  slots.filter((slot) => waitsForOne(draft, slot)).map(({ field }) => field)

/** Verdicts that were given on what the member has since replaced, or somebody else decided. */
export const outdated = (draft: Draft, slots: readonly Slot[]): KycField[] =>
  slots
    .filter((slot) => draft.verdicts[slot.field] && verdictOn(draft, slot) === null)
    .map(({ field }) => field)

/** The field that is being looked at: the chosen one, or the first that needs a verdict. */
export function selectedOf(draft: Draft, slots: readonly Slot[]): KycField | null {
  if (slots.some(({ field }) => field === draft.selected)) return draft.selected
  return undecided(draft, slots)[0] ?? slots[0]?.field ?? null
}

/** The next field without a verdict after this one, going round; the same when there is none. */
function after(draft: Draft, slots: readonly Slot[], field: KycField): KycField {
  const at = slots.findIndex((slot) => slot.field === field)
  const round = [...slots.slice(at + 1), ...slots.slice(0, at)]
  return round.find((slot) => waitsForOne(draft, slot))?.field ?? field
}

function judged(
  draft: Draft,
  slots: readonly Slot[],
  on: Partial<Record<KycField, Verdict>>,
): Draft {
  const verdicts = { ...draft.verdicts }
  for (const { field, stamp, waiting } of slots) {
    const verdict = on[field]
    if (verdict && waiting) verdicts[field] = { verdict, stamp }
  }
  const { selected, verdicts: before } = draft
  return { selected, verdicts, steps: [...draft.steps, { selected, verdicts: before }] }
}

/** One act of the reviewer. What cannot be done leaves the draft as it is. */
export function act(draft: Draft, slots: readonly Slot[], done: Act): Draft {
  switch (done.type) {
    case 'choose':
      return slots.some(({ field }) => field === done.field)
        ? { ...draft, selected: done.field }
        : draft
    case 'judge': {
      const { field, verdict } = done
      if (!slots.some((slot) => slot.waiting && slot.field === field)) return draft
      const next = judged({ ...draft, selected: field }, slots, { [field]: verdict })
      return { ...next, selected: after(next, slots, field) }
    }
    case 'acceptClean': {
      const clean = slots.filter((slot) => slot.clean && waitsForOne(draft, slot))
      if (clean.length === 0) return draft
      const accepted = clean.map(({ field }) => [field, { accept: true }] as const)
      const next = judged(draft, slots, Object.fromEntries(accepted))
      return { ...next, selected: undecided(next, slots)[0] ?? selectedOf(draft, slots) }
    }
    case 'undo': {
      const last = draft.steps.at(-1)
      return last ? { ...last, steps: draft.steps.slice(0, -1) } : draft
    }
  }
}

export type Outcome =
  | { kind: 'undecided'; left: KycField[] }
  | { kind: 'approve' }
  | { kind: 'resubmit'; refused: KycField[]; lacking: readonly KycField[] }

/** What the verdicts come to; what lacks a required field is asked for again. */
export function outcomeOf(
  draft: Draft,
  slots: readonly Slot[],
  lacking: readonly KycField[] = [],
): Outcome {
  const left = undecided(draft, slots)
  if (left.length > 0) return { kind: 'undecided', left }
  const refused = slots
    .filter((slot) => verdictOn(draft, slot)?.accept === false)
    .map(({ field }) => field)
  return refused.length + lacking.length > 0
    ? { kind: 'resubmit', refused, lacking }
    : { kind: 'approve' }
}

/**
 * The decision as the API takes it: the verdicts that stand, and the version that was looked at. A
 * rejection is of everything: the fields without a verdict are refused with its own words.
 */
export function decisionBody(
  draft: Draft,
  { slots, version }: { slots: readonly Slot[]; version: number },
  { decision, note }: { decision: KycDecision; note: string },
): KycDecisionBody {
  const words = (text: string) => (text === '' ? {} : { note: text })
  const fields = slots.flatMap((slot): KycDecisionBody['fields'] => {
    const { field } = slot
    const verdict = verdictOn(draft, slot)
    if (verdict?.accept) return [{ field, accept: true }]
    if (verdict) {
      return [{ field, accept: false, reason: verdict.reason.key, ...words(verdict.note) }]
    }
    if (decision !== 'reject' || !slot.waiting) return []
    return [{ field, accept: false, reason: OTHER, ...words(note) }]
  })
  return { version, decision, fields, ...words(note) }
}
