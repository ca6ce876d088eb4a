import type { FieldState } from '../../../../contract/people/kyc-states.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { deleteDocumentsOf } from '../kyc-documents/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import * as facts from './kyc-facts.queries.ts'
import { identityOf, part } from './kyc-fields.ts'
import { deleteWaitingRevocation } from './kyc-revocation.queries.ts'
import { digestOf, openField } from './sealed-fields.ts'

export type FieldStatus = FieldState | 'missing'

export type Destination = {
  state: FieldStatus
  /** Of the account or address: another digest is another destination. */
  digest: Buffer | null
  mask: string | null
  /** Other members whose account or address it is too; one that was refused them is not theirs. */
  duplicates: { memberCode: string }[]
}

/** Whether anything that a member proved was accepted: then name and type hang on it. */
export async function isKycAccepted(tx: Tx, memberId: number): Promise<boolean> {
  return facts.hasAccepted(tx, memberId)
}

/** Where a member's money would go. */
export async function destinationOf(
  db: Db | Tx,
  _vault: Vault,
  memberId: number,
  kind: 'bank' | 'upi',
): Promise<Destination> {
  const field = await facts.fieldFacts(db, memberId, kind)
  if (!field) return { state: 'missing', digest: null, mask: null, duplicates: [] }
  return { ...field, duplicates: await facts.othersWith(db, memberId, kind) }
}

/** Groups of these members whose money would go to one account or address. */
export async function sharedDestinations(
  { db }: Pick<Context, 'db'>,
  memberIds: readonly number[],
): Promise<number[][]> {
  return facts.sharedDestinations(db, memberIds)
}

/** Where money can be sent, whole: it leaves this process only sealed or in a request to a provider. */
export type PayableDestination = {
  digest: Buffer
  mask: string
  parts:
    | { kind: 'bank'; name: string; account: string; ifsc: string }
    | { kind: 'upi'; address: string }
}

/**
 * The accepted destination of a member in full, for a payment that is about to leave; null while none
 * is accepted. The digest is computed again from what was sealed, so that it says what is in the parts.
 */
export async function payableDestination(
  { vault }: Pick<Context, 'vault'>,
  tx: Tx,
  memberId: number,
  kind: 'bank' | 'upi',
): Promise<PayableDestination | null> {
  const found = await facts.sealedField(tx, memberId, kind)
  if (!found?.sealed || found.state !== 'accepted') return null
  const { mask, sealed } = found
  const values = await openField(vault, memberId, { field: kind, sealed })
  const digest = await digestOf(vault, kind, identityOf(kind, values) ?? '')
  return {
    digest,
    mask,
    parts:
      kind === 'upi'
        ? { kind, address: part(values, 'address') }
        : {
            kind,
            name: part(values, 'name'),
            account: part(values, 'account'),
            ifsc: part(values, 'ifsc'),
          },
  }
}

/**
 * Deletes what a member proved, values and documents. That there was a KYC, its rounds and who
 * decided what stays. What waited can no longer be decided, so it ends as rejected. The caller has
 * locked the member.
 */
export async function eraseKyc(context: Context, tx: Tx, memberId: number): Promise<void> {
  await facts.deleteValues(tx, memberId)
  await deleteWaitingRevocation(tx, memberId)
  await deleteDocumentsOf(context, tx, memberId)
  await facts.endKyc(tx, memberId, context.now())
}
