import { KYC_FIELDS, type KycField } from '../../../../contract/people/kyc-states.ts'
import { type KycDetail, type KycFieldDetail } from '../../../../contract/people/kyc.ts'
import { can } from '../../../../contract/permissions.ts'
import type { Context } from '../../../context.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { documentLinks } from '../kyc-documents/index.ts'
import { checksOf, type Subject } from './kyc-checks.ts'
import { maskedParts, type Values } from './kyc-fields.ts'
import { lockAt } from './kyc-lock.ts'
import { missingFields } from './kyc-machine.ts'
import { askedOf } from './kyc-required.service.ts'
import { eventsOf } from './kyc-log.queries.ts'
import * as review from './kyc-review.queries.ts'
import { waitingRevocationOf } from './kyc-revocation.queries.ts'
import * as queries from './kyc.queries.ts'
import { openField } from './sealed-fields.ts'

/**
 * One member's KYC as staff see it: parts masked, looked at, compared with other members. Documents
 * are linked only for those who decide. 404 when there is no such member.
 */
export async function kycDetailOf(
  context: Context,
  caller: StaffCaller,
  memberId: number,
): Promise<KycDetail> {
  const { db } = context
  const [member, kyc, events, revocation] = await Promise.all([
    review.memberOf(db, memberId),
    queries.kycOf(db, memberId),
    eventsOf(db, memberId),
    waitingRevocationOf(db, memberId),
  ])
  if (!member) throw notFound('This member')
  const now = context.now()
  const lock = kyc && lockAt(kyc, caller.staffId, now)
  const { available, held, joinedAt, ...known } = member
  const fields = kyc ? await fieldDetails(context, caller, member, now) : []
  return {
    ...known,
    joinedAt: joinedAt.toISOString(),
    points: { available, held },
    kycState: kyc?.state ?? 'none',
    round: kyc?.round ?? 0,
    version: kyc?.version ?? 0,
    submittedAt: kyc?.submittedAt.toISOString() ?? null,
    fields,
    lacking: kyc ? await lackingOf(context, member, kyc, fields) : [],
    lock: lock ? { ...lock, until: lock.until.toISOString() } : null,
    revocation,
    events,
  }
}

type Member = NonNullable<Awaited<ReturnType<typeof review.memberOf>>>

async function lackingOf(
  context: Context,
  { memberId, memberKind: kind }: Member,
  kyc: NonNullable<Awaited<ReturnType<typeof queries.kycOf>>>,
  fields: readonly KycFieldDetail[],
): Promise<KycField[]> {
  if (kyc.state !== 'pending') return []
  const asked = await askedOf(context, context.db, { memberId, kind }, kyc)
  return missingFields({ asked, fields: new Map(fields.map((one) => [one.field, one.state])) })
}

async function fieldDetails(
  context: Context,
  caller: StaffCaller,
  { memberId, memberName, latinName, memberKind, state }: Member,
  now: Date,
): Promise<KycFieldDetail[]> {
  const { db, vault } = context
  const [rows, others, approvers] = await Promise.all([
    queries.fieldsOf(db, memberId),
    othersOf(context, memberId),
    review.approversOf(db, memberId),
  ])
  const opened = new Map<KycField, Values>()
  for (const row of rows) opened.set(row.field, await openField(vault, memberId, row))
  const links = await linksFor(context, caller, rows, now)
  const pan = opened.get('pan') ?? null
  const subject = { name: memberName, latinName, kind: memberKind, state, pan, now }
  return rows
    .toSorted((a, b) => KYC_FIELDS.indexOf(a.field) - KYC_FIELDS.indexOf(b.field))
    .map((row) => ({
      ...detailOf(row, opened.get(row.field) ?? {}, subject, others),
      document:
        row.document_id === null
          ? null
          : { documentId: row.document_id, pages: links.get(row.document_id) ?? [] },
      decidedBy: approvers.get(row.field) ?? null,
    }))
}

type Others = Awaited<ReturnType<typeof othersOf>>

/** Who else gave the same values and files, field by field. */
async function othersOf({ db }: Context, memberId: number) {
  const [duplicates, documents] = await Promise.all([
    review.duplicatesOf(db, memberId),
    review.sameDocuments(db, memberId),
  ])
  return {
    duplicates: Map.groupBy(duplicates, ({ field }) => field),
    documents: Map.groupBy(documents, ({ field }) => field),
  }
}

function detailOf(
  row: queries.FieldRow,
  values: Values,
  subject: Subject,
  { duplicates, documents }: Others,
) {
  const { field } = row
  const sameValue = duplicates.get(field) ?? []
  const checked = {
    field,
    values,
    hasDocument: row.document_id !== null,
    sameDocument: (documents.get(field) ?? []).map(({ memberCode }) => memberCode),
    duplicates: sameValue.map(({ memberCode }) => memberCode),
  }
  return {
    field,
    state: row.state,
    parts: maskedParts(field, values),
    submittedAt: row.submitted_at.toISOString(),
    round: row.round,
    checks: checksOf(checked, subject),
    duplicates: sameValue.map(({ memberId, memberCode, memberName, kycState }) => {
      return { memberId, memberCode, memberName, kycState }
    }),
    reason: row.reason,
    note: row.note,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}

async function linksFor(
  context: Context,
  { role, staffId }: StaffCaller,
  rows: readonly queries.FieldRow[],
  now: Date,
) {
  const documentIds = rows.flatMap(({ document_id }) => document_id ?? [])
  if (!can(role, 'kyc.decide') || documentIds.length === 0) return new Map<string, never>()
  return documentLinks(context, documentIds, staffId, now)
}
