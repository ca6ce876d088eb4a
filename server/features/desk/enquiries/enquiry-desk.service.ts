import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import * as queries from './enquiries.queries.ts'
import type { LockedEnquiry } from './enquiries.queries.ts'
import { stepped } from './enquiry-clock.ts'
import { tellMember } from './tell-member.ts'

// What the dispute desk does in an enquiry: it locks it by lockedEnquiry() and writes its own audit row.
type Saying = { staffId: number; at: Date }

/** Tells staff in the thread what happened. */
export async function tellInThread(
  tx: Tx,
  enquiryId: string,
  { staffId, at, event }: Saying & { event: string },
): Promise<void> {
  await queries.insertMessage(tx, { enquiryId, at, kind: 'event', staffId, body: event })
}

/** Resolves it with an answer to the member; 409 in words from where the machine has no such step. */
export async function resolveWith(
  tx: Tx,
  { rules }: Pick<Context, 'rules'>,
  before: LockedEnquiry,
  { staffId, at, answer, event }: Saying & { answer: string; event: string },
): Promise<LockedEnquiry> {
  const { enquiryId } = before
  const after = {
    ...stepped(before, 'resolve', { at, rules }),
    lastMessageAt: at,
    memberWroteLast: false,
  }
  await queries.saveEnquiry(tx, after)
  await queries.insertMessage(tx, { enquiryId, at, kind: 'answer', staffId, body: answer })
  await tellInThread(tx, enquiryId, { staffId, at, event })
  return after
}

export { tellMember }
export type { LockedEnquiry }
