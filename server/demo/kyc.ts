import { KYC_FIELDS, type DocumentField, type KycField } from '../../contract/people/kyc-states.ts'
import { kycSubmission, type KycSubmission } from '../../contract/people/kyc-submission.ts'
import { NOTICES } from '../../contract/people/members.ts'
import type { Context } from '../context.ts'
import type { MemberCaller } from '../http/caller.ts'
import { keepDocument } from '../features/people/kyc-documents/kyc-documents.service.ts'
import { decideKyc } from '../features/people/kyc/kyc-decision.service.ts'
import { openKyc } from '../features/people/kyc/kyc-review.service.ts'
import { submitKyc } from '../features/people/kyc/kyc-submission.service.ts'
import { giveConsent } from '../features/people/members/consents.service.ts'
import { identityOf, type Identity, type Named } from './identities.ts'
import { KYC_CASES, type KycCase } from './kyc-plan.ts'
import { drawDocument } from './pictures.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
const REVIEW_MS = 140_000

/** Something that a person of the demo does at a moment of its history. */
export type Act = {
  at: Date
  run: (context: Context) => Promise<unknown>
  /** What it needs made and can be made before its turn, while the database is at work. */
  ahead?: () => Promise<unknown>
}

export type Person = Named & { city: string; mobile: string; caller: MemberCaller }

/** The members of the demo by their number, as the services know one who is signed in. */
export async function demoPeople({ db }: Pick<Context, 'db'>): Promise<Map<number, Person>> {
  const rows = await db
    .selectFrom('member')
    .select([
      'member_id as memberId',
      'name',
      'state',
      'city',
      'mobile',
      'kind',
      'distributor_id as distributorId',
    ])
    .where('member_id', '<=', 99)
    .execute()
  return new Map(
    rows.map(({ memberId, name, state, city, mobile, kind, distributorId }) => {
      const sessionHash = Buffer.alloc(32)
      const told = { memberId, state, memberKind: kind, distributorId, sessionHash }
      const caller = { kind: 'member', ...told } as const
      return [memberId, { memberId, name, state, city, mobile, caller }]
    }),
  )
}

/** What members and reviewers do, in no order. */
export function kycActs(people: Map<number, Person>, staff: DemoStaff, now: Date): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  return KYC_CASES.flatMap((one): Act[] => {
    const who = people.get(one.memberId)
    if (!who) throw new Error(`The demo has no member ${one.memberId}.`)
    const sends = (hoursAgo: number, sent: Sending): Act => ({
      at: at(hoursAgo),
      ahead: sent.documents,
      run: (context) => submit(context, sent),
    })
    const acts: Act[] = [sends(one.sentAgo, firstOf(who, one, people))]
    const { decidedAgo, againAgo, bankAgo } = one
    if (decidedAgo !== undefined) {
      acts.push({ at: at(decidedAgo), run: (context) => review(context, staff, who, one) })
    }
    if (againAgo !== undefined) {
      const fields = KYC_FIELDS.filter((field) => one.refused?.[field])
      acts.push(sends(againAgo, sendingOf(who, identityOf(who), fields)))
    }
    if (bankAgo !== undefined) {
      const own = {
        ...identityOf(who),
        account: identityOf({ ...who, memberId: 5_000 + who.memberId }).account,
      }
      acts.push(sends(bankAgo, sendingOf(who, own, ['bank'])))
    }
    return acts
  })
}

type Documents = Map<KycField, Awaited<ReturnType<typeof drawDocument>>>
type Sending = {
  who: Person
  own: Identity
  fields: readonly KycField[]
  /** Drawn when they are asked for first. */
  documents: () => Promise<Documents>
}

function sendingOf(who: Person, own: Identity, fields: readonly KycField[]): Sending {
  let drawing: Promise<Documents> | null = null
  const documents = () => (drawing ??= drawAll(who, own, fields))
  return { who, own, fields, documents }
}

async function drawAll(who: Person, own: Identity, fields: readonly KycField[]) {
  const drawn: Documents = new Map()
  for (const field of fields) {
    if (field !== 'aadhaar' && field !== 'upi')
      drawn.set(field, await drawDocument(field, who, own))
  }
  return drawn
}

/** What a member sends first: all of it, with the account of another one where the plan says so. */
function firstOf(
  who: Person,
  { accountOf, withoutPan }: KycCase,
  people: Map<number, Person>,
): Sending {
  const other = accountOf === undefined ? undefined : people.get(accountOf)
  const { account, ifsc } = identityOf(other ?? who)
  const retailer = who.caller.memberKind === 'retailer' && !withoutPan
  const fields: KycField[] = ['aadhaar', 'bank', 'upi', 'selfie']
  if (!withoutPan) fields.unshift('pan')
  if (retailer) fields.push('gstin', 'shop_photo')
  return sendingOf(who, { ...identityOf(who), account, ifsc }, fields)
}

/** Sends fields with drawn documents, as the app would; the consent is given where it is not yet. */
async function submit(context: Context, { who, own, fields, documents }: Sending): Promise<void> {
  const { name, memberId, caller } = who
  await giveConsent(context, caller, { purpose: 'kyc', version: NOTICES.kyc.version })
  const drawn = await documents()
  const keep = async (field: DocumentField) => {
    const document = drawn.get(field)
    if (!document) throw new Error(`The demo has no picture of ${field}.`)
    return keepDocument(context, { memberId, field, ...document })
  }
  const parts: Record<KycField, () => Promise<object>> = {
    pan: async () => ({ number: own.pan, name, ...(await keep('pan')) }),
    aadhaar: async () => ({ number: own.aadhaar, reference: own.reference }),
    gstin: async () => ({ number: own.gstin, ...(await keep('gstin')) }),
    bank: async () => ({ account: own.account, ifsc: own.ifsc, name, ...(await keep('bank')) }),
    upi: async () => ({ address: own.upi }),
    shop_photo: () => keep('shop_photo'),
    selfie: () => keep('selfie'),
  }
  const sent = await Promise.all(
    fields.map(async (field) => [field, await parts[field]()] as const),
  )
  const idempotencyKey = `demo-${memberId}-${context.now().getTime()}`
  const body: KycSubmission = kycSubmission.parse({ idempotencyKey, ...Object.fromEntries(sent) })
  await submitKyc(context, caller, body)
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
