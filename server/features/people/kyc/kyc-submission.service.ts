import { panOfGstin } from '../../../../contract/india.ts'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import type { KycSubmission, MemberKyc } from '../../../../contract/people/kyc-submission.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { equalBytes } from '../../../lib/crypto.ts'
import { attachDocument, deleteDocuments } from '../kyc-documents/index.ts'
import { lockedMember, requireKycConsent } from '../members/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { part, sentFields, type SentField, type Values } from './kyc-fields.ts'
import { startsOver } from './kyc-machine.ts'
import { checkPanOfGstin, checkSubmission } from './kyc-submission-rules.ts'
import * as queries from './kyc.queries.ts'
import { askedOf } from './kyc-required.service.ts'
import { memberKycOf } from './member-kyc.service.ts'
import { digestOf, openField, sealField, type SealedField } from './sealed-fields.ts'

/** A submission after its cryptography, which is done before any row is locked. */
type Prepared = {
  memberId: number
  at: Date
  keyDigest: Buffer
  bodyDigest: Buffer
  fields: SealedField[]
  /** Digest of the PAN inside the GSTIN that was sent, or else of the one that stands. */
  panInGstin: Buffer | null
  /** The round that `panInGstin` was read in. */
  round: number
}

/**
 * Takes what a member sends, as the next round of their KYC. Sent again with its key and the same
 * body it has no second effect, whenever it comes; with another body it is refused.
 */
export async function submitKyc(
  context: Context,
  { memberId, memberKind }: Pick<MemberCaller, 'memberId' | 'memberKind'>,
  { idempotencyKey, ...sent }: KycSubmission,
): Promise<MemberKyc> {
  const prepared = await prepare(context, memberId, idempotencyKey, sentFields(sent))
  return transaction(context.db, async (tx) => {
    const { erasedAt } = await lockedMember(tx, memberId)
    if (erasedAt) throw notFound('This member')
    if (!(await isRepeated(tx, prepared))) await submit(context, tx, memberKind, prepared)
    return memberKycOf(context, tx, memberId)
  })
}

async function prepare(
  { db, vault, now }: Context,
  memberId: number,
  idempotencyKey: string,
  sent: SentField[],
): Promise<Prepared> {
  const [stored, kyc] = await Promise.all([
    queries.fieldsOf(db, memberId),
    queries.kycOf(db, memberId),
  ])
  const values = await gstinAfter(vault, memberId, sent, stored)
  return {
    memberId,
    at: now(),
    round: kyc?.round ?? 0,
    keyDigest: await vault.digest('kyc_submission:key', idempotencyKey),
    bodyDigest: await vault.digest('kyc_submission:body', canonicalJson(sent)),
    fields: await Promise.all(sent.map((field) => sealField(vault, memberId, field))),
    panInGstin: values ? await digestOf(vault, 'pan', panOfGstin(part(values, 'number'))) : null,
  }
}

/** The GSTIN as it will stand; opened only where a PAN was sent that it must agree with. */
async function gstinAfter(
  vault: Vault,
  memberId: number,
  sent: readonly SentField[],
  stored: readonly queries.FieldRow[],
): Promise<Values | undefined> {
  const gstin = sent.find(({ field }) => field === 'gstin')
  const before = stored.find(({ field }) => field === 'gstin')
  if (gstin || !before || !sent.some(({ field }) => field === 'pan')) return gstin?.values
  return openField(vault, memberId, before)
}

async function isRepeated(tx: Tx, { memberId, keyDigest, bodyDigest }: Prepared): Promise<boolean> {
  const before = await queries.submissionOf(tx, memberId, keyDigest)
  if (!before) return false
  if (equalBytes(before, bodyDigest)) return true
  throw new AppError(
    'conflict',
    'This idempotency key was used for another submission. Take a new key for a new one.',
  )
}

async function submit(
  context: Context,
  tx: Tx,
  kind: MemberKind,
  prepared: Prepared,
): Promise<void> {
  const { memberId, at, keyDigest, bodyDigest } = prepared
  const kyc = await queries.lockKyc(tx, memberId)
  const state = kyc?.state ?? 'none'
  const stored = await queries.fieldsOf(tx, memberId)
  const sent = prepared.fields.map(({ field }) => field)
  const fields = new Map(stored.map(({ field, state }) => [field, state]))
  const asked = await askedOf(context, tx, { memberId, kind }, kyc)
  checkSubmission({ state, asked, fields }, sent)
  await requireKycConsent(tx, memberId)
  if ((kyc?.round ?? 0) !== prepared.round) throw changedMeanwhile()
  const startsAgain = startsOver(state)
  checkPans(prepared, startsAgain ? [] : stored)
  const round = prepared.round + 1
  await queries.putSubmission(tx, { memberId, round, keyDigest, bodyDigest, at })
  await queries.setMemberState(tx, memberId, 'pending')
  if (startsAgain) await queries.dropFieldsBut(tx, memberId, sent)
  await storeFields(tx, prepared, round)
  const replaced = stored.filter(({ field }) => startsAgain || sent.includes(field))
  const documents = replaced.flatMap(({ document_id }) => document_id ?? [])
  await deleteDocuments(context, tx, documents)
  await queries.insertEvents(tx, eventsOf(prepared, { round, startsAgain }))
}

function checkPans({ fields, panInGstin }: Prepared, stored: readonly queries.FieldRow[]): void {
  const sent = fields.map(({ field }) => field)
  const ofPan = (rows: readonly { field: KycField; digest: Buffer | null }[]) =>
    rows.find(({ field }) => field === 'pan')?.digest
  const hasGstin = sent.includes('gstin') || stored.some(({ field }) => field === 'gstin')
  // What did not change need not be looked at again.
  if (!sent.includes('gstin') && !sent.includes('pan')) return
  checkPanOfGstin({
    sent,
    own: ofPan(fields) ?? ofPan(stored) ?? null,
    inGstin: hasGstin ? panInGstin : null,
  })
}

async function storeFields(
  tx: Tx,
  { memberId, fields, at }: Prepared,
  round: number,
): Promise<void> {
  for (const { field, documentId } of fields) {
    if (documentId) await attachDocument(tx, { memberId, field, documentId, at })
  }
  await queries.putFields(
    tx,
    fields.map(({ field, sealed, digest, mask, documentId }) => ({
      member_id: memberId,
      field,
      state: 'pending',
      round,
      sealed,
      digest,
      mask,
      document_id: documentId,
      submitted_at: at,
    })),
  )
}

/** One event where everything is sent; else one for each field, so that the log tells which. */
function eventsOf(
  { memberId, at, fields }: Prepared,
  { round, startsAgain }: { round: number; startsAgain: boolean },
): queries.EventRow[] {
  const event = { member_id: memberId, at, round }
  if (startsAgain) return [{ ...event, action: 'submitted' }]
  return fields.map(({ field }) => ({ ...event, action: 'resubmitted', field }))
}

const changedMeanwhile = () =>
  new AppError('conflict', 'Your KYC has changed meanwhile. Look at it and send again.')
