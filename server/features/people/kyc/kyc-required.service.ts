import type { KycField } from '../../../../contract/people/kyc-states.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { startsOver } from './kyc-machine.ts'
import * as queries from './kyc.queries.ts'

type Reading = Pick<Context, 'now' | 'rules'>
type Whose = { memberId: number; kind: MemberKind }

/**
 * What a member must send: by the rule in force now where everything is sent again, else by the one of
 * the submission that began it, so what is asked of a member does not change while it waits.
 */
export async function askedOf(
  { now, rules }: Reading,
  db: Db | Tx,
  { memberId, kind }: Whose,
  kyc: Awaited<ReturnType<typeof queries.kycOf>>,
): Promise<readonly KycField[]> {
  const startsAgain = kyc === undefined || startsOver(kyc.state)
  const at = startsAgain ? now() : ((await queries.begunAt(db, memberId)) ?? kyc.submittedAt)
  return rules.at(at).kycRequired[kind]
}
