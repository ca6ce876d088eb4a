import { randomUUID } from 'node:crypto'
import * as contract from '../../../../contract/desk/enquiries.ts'
import type { EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import type { EnquiryCategory } from '../../../../contract/desk/enquiry-states.ts'
import { assignEnquiries } from '../../../../contract/desk/enquiry-assign.ts'
import * as own from '../../../../contract/desk/member-enquiries.ts'
import type { TestServer } from '../../../test/server.ts'

export type Signed = { token: string }

/** What a member sends to ask; a key of its own each time. */
export const wordsOf = (changed: object = {}) => ({
  idempotencyKey: randomUUID(),
  category: 'points' as EnquiryCategory,
  subject: 'Points of yesterday',
  body: 'Where are they?',
  ...changed,
})

export const ask = (server: TestServer, { token }: Signed, changed: object = {}) =>
  server.call(own.openMemberEnquiry, { token, body: wordsOf(changed) })

/** An enquiry of a member that is there; gives its id. */
export async function asked(
  server: TestServer,
  member: Signed,
  changed: object = {},
): Promise<string> {
  const { status, body } = await ask(server, member, changed)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.enquiryId
}

export const write = (
  server: TestServer,
  { token }: Signed,
  enquiryId: string,
  changed: object = {},
) =>
  server.call(own.writeMemberEnquiry, {
    token,
    params: { enquiryId },
    body: { idempotencyKey: randomUUID(), body: 'One thing more.', ...changed },
  })

export const mine = (server: TestServer, { token }: Signed, enquiryId: string) =>
  server.call(own.getMemberEnquiry, { token, params: { enquiryId } })

export const detailOf = (server: TestServer, { token }: Signed, enquiryId: string) =>
  server.call(contract.getEnquiry, { token, params: { enquiryId } })

export const answer = (
  server: TestServer,
  { token }: Signed,
  enquiryId: string,
  changed: object = {},
) =>
  server.call(contract.answerEnquiry, {
    token,
    params: { enquiryId },
    body: { idempotencyKey: randomUUID(), body: 'They are there now.', ...changed },
  })

export const note = (
  server: TestServer,
  { token }: Signed,
  enquiryId: string,
  changed: object = {},
) =>
  server.call(contract.noteEnquiry, {
    token,
    params: { enquiryId },
    body: { idempotencyKey: randomUUID(), body: 'Rang the dealer.', ...changed },
  })

export const assign = (
  server: TestServer,
  { token }: Signed,
  enquiryId: string,
  ownerId: number | null,
) => server.call(contract.assignEnquiry, { token, params: { enquiryId }, body: { ownerId } })

export const assignMany = (
  server: TestServer,
  { token }: Signed,
  enquiryIds: readonly string[],
  ownerId: number | null,
) => server.call(assignEnquiries, { token, body: { enquiryIds, ownerId } })

export const resolve = (
  server: TestServer,
  { token }: Signed,
  enquiryId: string,
  reason = 'Settled by telephone',
) => server.call(contract.resolveEnquiry, { token, params: { enquiryId }, body: { reason } })

export const reopen = (
  server: TestServer,
  { token }: Signed,
  enquiryId: string,
  reason = 'Rang again',
) => server.call(contract.reopenEnquiry, { token, params: { enquiryId }, body: { reason } })

export const recategorise = (
  server: TestServer,
  { token }: Signed,
  enquiryId: string,
  category: string,
) => server.call(contract.recategoriseEnquiry, { token, params: { enquiryId }, body: { category } })

/** Does something as if it were another moment, for every request meanwhile. */
export async function at<T>(
  { context }: TestServer,
  moment: Date,
  work: () => Promise<T>,
): Promise<T> {
  const { now } = context
  context.now = () => moment
  try {
    return await work()
  } finally {
    context.now = now
  }
}

/** The kinds and texts of a thread, in its order. */
export const thread = ({ messages }: EnquiryDetail) =>
  messages.map(({ kind, body }) => `${kind}: ${body}`)

/** What the audit trail tells of an enquiry, oldest first. */
export async function trailOf({ db }: TestServer, enquiryId: string) {
  return db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId', 'before', 'after', 'reason'])
    .where('subject', '=', 'enquiry')
    .where('subject_id', '=', enquiryId)
    .orderBy('seq')
    .execute()
}
