import {
  KYC_FIELDS,
  KYC_MACHINE,
  type FieldState,
  type KycOutcome,
  type KycField,
  type KycState,
} from '../../../../contract/people/kyc-states.ts'
import { AppError } from '../../../lib/app-error.ts'

const STANDS: Record<KycState, string> = {
  none: 'was not sent yet',
  pending: 'is being checked',
  resubmit: 'was sent back and waits for the member',
  approved: 'is approved already',
  rejected: 'was rejected already',
}

/** Where an action leads a KYC, or 409 in words when the machine has no such step from there. */
export function nextKycState(state: KycState, action: KycOutcome | 'submit'): KycState {
  const { from, to } = KYC_MACHINE[action]
  if (from.includes(state)) return to
  throw new AppError(
    'conflict',
    action === 'submit'
      ? `Your KYC ${STANDS[state]}. You can send it again when it is decided.`
      : `This KYC ${STANDS[state]}. Nothing was changed.`,
  )
}

/** The refusal to open what does not wait. */
export function notWaiting(state: KycState): AppError {
  return new AppError('conflict', `This KYC ${STANDS[state]}: there is nothing to decide.`)
}

type KycProgress = {
  state: KycState
  /** What this kind of member must send, by the rule that the submission goes by. */
  asked: readonly KycField[]
  /** Of the fields that were sent. */
  fields: ReadonlyMap<KycField, FieldState>
}

/** Whether everything is sent again: the first time, and after a rejection. */
export const startsOver = (state: KycState) => state === 'none' || state === 'rejected'

/** What must be sent and was not: the kind of the member changed after the submission. */
export const missingFields = ({ asked, fields }: Pick<KycProgress, 'asked' | 'fields'>) =>
  KYC_FIELDS.filter((field) => asked.includes(field) && !fields.has(field))

/**
 * Which fields a member may send now, and which must be sent. A GSTIN goes with its PAN: where the PAN
 * is to be sent again, so may the GSTIN be, as the two must agree.
 */
export function openFields({ state, asked, fields }: KycProgress): {
  open: KycField[]
  required: KycField[]
} {
  if (state === 'pending') return { open: [], required: [] }
  if (state === 'approved') return { open: [...KYC_FIELDS], required: [] }
  if (startsOver(state)) return { open: [...KYC_FIELDS], required: inOrder(asked) }
  const refused = KYC_FIELDS.filter((field) => fields.get(field) === 'refused')
  const required = inOrder([...refused, ...missingFields({ asked, fields })])
  const withPan = refused.includes('pan') && fields.has('gstin')
  return { open: withPan ? inOrder([...required, 'gstin']) : required, required }
}

function inOrder(fields: readonly KycField[]): KycField[] {
  return KYC_FIELDS.filter((field) => fields.includes(field))
}
