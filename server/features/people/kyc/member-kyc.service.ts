import { KYC_FIELDS } from '../../../../contract/people/kyc-states.ts'
import { type MemberKyc } from '../../../../contract/people/kyc-submission.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { openFields } from './kyc-machine.ts'
import { askedOf } from './kyc-required.service.ts'
import * as queries from './kyc.queries.ts'

/** A member's own view: the state of each field, and what may be sent now. */
export async function myKyc(context: Context, { memberId }: MemberCaller): Promise<MemberKyc> {
  return memberKycOf(context, context.db, memberId)
}

/** The same, also in a transaction. */
export async function memberKycOf(
  context: Pick<Context, 'now' | 'rules'>,
  db: Db | Tx,
  memberId: number,
): Promise<MemberKyc> {
  const { kind, language } = await queries.memberWords(db, memberId)
  const kyc = await queries.kycOf(db, memberId)
  const stored = await queries.fieldsOf(db, memberId)
  const state = kyc?.state ?? 'none'
  const asked = await askedOf(context, db, { memberId, kind }, kyc)
  const fields = new Map(stored.map((row) => [row.field, row.state]))
  return {
    state,
    round: kyc?.round ?? 0,
    submittedAt: kyc?.submittedAt.toISOString() ?? null,
    decidedAt: kyc?.decidedAt?.toISOString() ?? null,
    ...openFields({ state, asked, fields }),
    fields: KYC_FIELDS.flatMap((name) =>
      stored
        .filter(({ field }) => field === name)
        .map(({ field, state, mask, reason, note }) => ({
          field,
          state,
          mask,
          reason: reason && reason[language],
          note,
        })),
    ),
  }
}
