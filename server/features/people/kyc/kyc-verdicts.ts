import { KYC_FIELD_NAMES, type KycField } from '../../../../contract/people/kyc-states.ts'
import { type KycDecisionBody } from '../../../../contract/people/kyc.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { refusalIn } from '../../platform/rules/index.ts'
import type { Refusal } from './kyc-messages.ts'
import { refuseNumbers } from './kyc-notes.ts'

export type Verdicts = { accepted: KycField[]; refused: Refusal[] }

/**
 * What a decision says of each field: a verdict for every field that waits and for none else, and
 * such that they fit the whole: what lacks a required field (`lacking`) is not approved. Refuses with
 * 400, naming what is missing.
 */
export function verdictsOf(
  body: KycDecisionBody,
  {
    waiting,
    lacking,
    rules,
  }: { waiting: readonly KycField[]; lacking: readonly KycField[]; rules: Rules },
): Verdicts {
  const { decision, fields, note } = body
  fields.forEach(({ field }, index) => {
    if (!waiting.includes(field)) {
      throw invalidField(`fields.${index}.field`, `${KYC_FIELD_NAMES[field]} does not wait.`)
    }
    if (fields.findIndex((other) => other.field === field) < index) {
      throw invalidField(`fields.${index}.field`, `${KYC_FIELD_NAMES[field]} is named twice.`)
    }
  })
  const missing = waiting.filter((name) => !fields.some(({ field }) => field === name))
  if (missing.length > 0) {
    const names = missing.map((field) => KYC_FIELD_NAMES[field]).join(', ')
    throw invalidField('fields', `Decide these fields as well: ${names}.`)
  }
  const refused = fields.filter((verdict) => !verdict.accept)
  if (decision === 'approve' && refused.length > 0) {
    throw invalidField('decision', 'A field is refused: ask again or reject, or accept it.')
  }
  if (decision === 'approve' && lacking.length > 0) {
    const names = lacking.map((field) => KYC_FIELD_NAMES[field]).join(', ')
    throw invalidField('decision', `Required and not sent: ${names}. Ask for it, or reject.`)
  }
  if (decision === 'resubmit' && refused.length === 0 && lacking.length === 0) {
    throw invalidField('decision', 'No field is refused: there is nothing to ask for again.')
  }
  if (decision === 'reject' && !note) throw invalidField('note', 'Write why it is rejected.')
  refuseNumbers('note', note)
  fields.forEach((verdict, index) => {
    if (!verdict.accept) refuseNumbers(`fields.${index}.note`, verdict.note)
  })
  return {
    accepted: fields.filter(({ accept }) => accept).map(({ field }) => field),
    refused: fields.flatMap((verdict, index): Refusal[] => {
      if (verdict.accept) return []
      const { field, reason: key, note } = verdict
      const at = `fields.${index}.reason`
      return [{ field, reason: refusalIn(rules, 'kycRefusals', { key, field: at }), note }]
    }),
  }
}

/** Refuses a decision on what has changed since it was looked at. */
export function checkVersion(seen: number, version: number): void {
  if (seen === version) return
  throw new AppError(
    'conflict',
    'This KYC has changed since you looked at it. Look at it again and decide then.',
  )
}
