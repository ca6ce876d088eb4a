import { KYC_FIELDS, type DocumentField, type KycField } from '../../contract/kyc-states.ts'
import { kycSubmission, type KycSubmission } from '../../contract/kyc-submission.ts'
import { NOTICES } from '../../contract/members.ts'
import type { Context } from '../context.ts'
import type { MemberCaller } from '../http/caller.ts'
import { keepDocument } from '../features/kyc-documents/kyc-documents.service.ts'
import { decideKyc } from '../features/kyc/kyc-decision.service.ts'
import { openKyc } from '../features/kyc/kyc-review.service.ts'
import { submitKyc } from '../features/kyc/kyc-submission.service.ts'
import { giveConsent } from '../features/members/consents.service.ts'
import { identityOf, type Identity, type Named } from './identities.ts'
import { KYC_CASES, type KycCase } from './kyc-plan.ts'
import { drawDocument } from './pictures.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
const REVIEW_MS = 140_000

/** Something that a person of the demo does at a moment of its history. */
export type Act = { at: Date; run: (context: Context) => Promise<unknown> }

export type Person = Named & { caller: MemberCaller }

/** The members of the demo by their number, as the services know one who is signed in. */
export async function demoPeople({ db }: Pick<Context, 'db'>): Promise<Map<number, Person>> {
  const rows = await db
    .selectFrom('member')
    .select(['member_id as memberId', 'name', 'state', 'kind'])
    .where('member_id', '<=', 99)
    .execute()
  return new Map(
    rows.map(({ memberId, name, state, kind }) => {
      const sessionHash = Buffer.alloc(32)
      const caller = { kind: 'member', memberId, state, memberKind: kind, sessionHash } as const
      return [memberId, { memberId, name, state, caller }]
    }),
  )
}

/** What members and reviewers do, in no order. */
export function kycActs(people: Map<number, Person>, staff: DemoStaff, now: Date): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  return KYC_CASES.flatMap((one): Act[] => {
    const who = people.get(one.memberId)
    if (!who) throw new Error(`The demo has no member ${one.memberId}.`)
    const acts: Act[] = [
      { at: at(one.sentAgo), run: (context) => submitAll(context, who, one, people) },
    ]
    const { decidedAgo, againAgo, bankAgo } = one
    if (decidedAgo !== undefined) {
      acts.push({ at: at(decidedAgo), run: (context) => review(context, staff, who, one) })
    }
    if (againAgo !== undefined) {
      const fields = KYC_FIELDS.filter((field) => one.refused?.[field])
      const own = identityOf(who)
      acts.push({ at: at(againAgo), run: (context) => submit(context, who, own, fields) })
    }
    if (bankAgo !== undefined) {
      const own = {
        ...identityOf(who),
        account: identityOf({ ...who, memberId: 5_000 + who.memberId }).account,
      }
      acts.push({ at: at(bankAgo), run: (context) => submit(context, who, own, ['bank']) })
    }
    return acts
  })
}

async function submitAll(
  context: Context,
  who: Person,
  { accountOf, withoutPan }: KycCase,
  people: Map<number, Person>,
): Promise<void> {
  const version = NOTICES.kyc.version
  await giveConsent(context, who.caller, { purpose: 'kyc', version })
  const other = accountOf === undefined ? undefined : people.get(accountOf)
  const { account, ifsc } = identityOf(other ?? who)
  const retailer = who.caller.memberKind === 'retailer' && !withoutPan
  const fields: KycField[] = ['aadhaar', 'bank', 'upi', 'selfie']
  if (!withoutPan) fields.unshift('pan')
  if (retailer) fields.push('gstin', 'shop_photo')
  await submit(context, who, { ...identityOf(who), account, ifsc }, fields)
}

/** Sends fields with drawn documents, as the app would. */
async function submit(
  context: Context,
  who: Person,
  own: Identity,
  fields: readonly KycField[],
): Promise<void> {
  const { name, memberId } = who
  const draw = async (field: DocumentField) =>
    keepDocument(context, { memberId, field, ...(await drawDocument(field, who, own)) })
  const parts: Record<KycField, () => Promise<object>> = {
    pan: async () => ({ number: own.pan, name, ...(await draw('pan')) }),
    aadhaar: async () => ({ number: own.aadhaar, reference: own.reference }),
    gstin: async () => ({ number: own.gstin, ...(await draw('gstin')) }),
    bank: async () => ({ account: own.account, ifsc: own.ifsc, name, ...(await draw('bank')) }),
    upi: async () => ({ address: own.upi }),
    shop_photo: () => draw('shop_photo'),
    selfie: () => draw('selfie'),
  }
  const sent = await Promise.all(
    fields.map(async (field) => [field, await parts[field]()] as const),
  )
  const idempotencyKey = `demo-${memberId}-${context.now().getTime()}`
  const body: KycSubmission = kycSubmission.parse({ idempotencyKey, ...Object.fromEntries(sent) })
  await submitKyc(context, who.caller, body)
}

async function review(
  context: Context,
  staff: DemoStaff,
  { memberId }: Person,
  { refused = {}, rejected }: KycCase,
): Promise<void> {
  const caller = memberId % 3 === 0 ? staff.almond : memberId % 3 === 1 ? staff.cs : staff.admin
  const { version, fields } = await openKyc(context, caller, memberId)
  const verdicts = fields
    .filter(({ state }) => state === 'pending')
    .map(({ field }) => {
      const reason = refused[field]
      if (!reason) return { field, accept: true as const }
      const note = reason === 'other' ? 'A picture of a screen, not of a face.' : undefined
      return { field, accept: false as const, reason, note }
    })
  const some = verdicts.some(({ accept }) => !accept)
  const decision = rejected ? 'reject' : some ? 'resubmit' : 'approve'
  const later = new Date(context.now().getTime() + REVIEW_MS + (memberId % 7) * 30_000)
  await decideKyc(
    { ...context, now: () => later },
    {
      memberId,
      caller,
      origin: DEMO_ORIGIN,
      body: { version, decision, fields: verdicts, note: rejected },
    },
  )
}
