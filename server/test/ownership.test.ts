import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctMyAddress, lookUpMyPincode } from '../../contract/people/addresses.ts'
import { ENDPOINTS } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { submitKyc, uploadKycDocument } from '../../contract/people/kyc-submission.ts'
import * as enquiries from '../../contract/desk/member-enquiries.ts'
import * as members from '../../contract/people/members.ts'
import { readNotification } from '../../contract/desk/member-inbox.ts'
import * as redemptions from '../../contract/money/redemptions.ts'
import { scanCoupon } from '../../contract/programme/scans.ts'
import { asked, wordsOf } from '../features/desk/enquiries/test-support.ts'
import { ADDRESS } from '../features/people/addresses/test-support.ts'
import { bodyOf, newMember, upload, USUAL } from '../features/people/kyc/test-support.ts'
import { begun, contentOf, toInbox } from '../features/desk/notifications/test-support.ts'
import { payable } from '../features/money/payments/test-support.ts'
import { makeGift, requested } from '../features/money/redemptions/test-support.ts'
import { activeCodes, scanAs } from '../features/desk/users/test-support.ts'
import { expectHidden, nameOf, type Asking } from './owned.ts'
import { testServer, type TestServer } from './server.ts'

// A member who names what is another's gets what they would get for naming nothing that exists.

type Named = {
  redemptionId: string
  /** Of a gift. */
  giftRedemptionId: string
  enquiryId: string
  attachmentId: string
  notificationId: number
  scanId: string
  documentId: string
}
const NOTHING: Named = {
  redemptionId: '1',
  giftRedemptionId: '1',
  enquiryId: '1',
  attachmentId: randomUUID(),
  notificationId: 2_000_000_000,
  scanId: '1',
  documentId: randomUUID(),
}
type Body = Record<string, unknown>
type Sample = {
  endpoint: Endpoint
  /** Whose things are named: of one whose KYC is done, or of one who begins it. */
  of: 'payee' | 'applicant'
  params?: (named: Named) => Record<string, string | number>
  /** `kyc` is what the sender may submit otherwise. */
  body?: (named: Named, kyc: Body) => Body
  refusal: 400 | 404
}

const redemptionId = (named: Named) => ({ redemptionId: named.redemptionId })
const enquiryId = (named: Named) => ({ enquiryId: named.enquiryId })
const written = () => ({ idempotencyKey: randomUUID(), body: 'One thing more.' })

/** Every operation of members that names a thing by its id, with what each id is in it. */
const SAMPLES: readonly Sample[] = [
  {
    endpoint: redemptions.getMyRedemption,
    of: 'payee',
    params: redemptionId,
    refusal: 404,
  },
  {
    endpoint: redemptions.cancelMyRedemption,
    of: 'payee',
    params: redemptionId,
    refusal: 404,
  },
  {
    endpoint: correctMyAddress,
    of: 'payee',
    params: ({ giftRedemptionId }) => ({ redemptionId: giftRedemptionId }),
    body: () => ({ address: HOME }),
    refusal: 404,
  },
  { endpoint: enquiries.getMemberEnquiry, of: 'payee', params: enquiryId, refusal: 404 },
  {
    endpoint: enquiries.writeMemberEnquiry,
    of: 'payee',
    params: enquiryId,
    body: written,
    refusal: 404,
  },
  {
    endpoint: enquiries.openMemberEnquiry,
    of: 'payee',
    body: ({ scanId }) => wordsOf({ scanId }),
    refusal: 400,
  },
  {
    endpoint: enquiries.openMemberEnquiry,
    of: 'payee',
    body: (named) => wordsOf({ redemptionId: named.redemptionId }),
    refusal: 400,
  },
  {
    endpoint: enquiries.openMemberEnquiry,
    of: 'payee',
    body: ({ attachmentId }) => wordsOf({ attachmentIds: [attachmentId] }),
    refusal: 400,
  },
  {
    endpoint: readNotification,
    of: 'payee',
    params: ({ notificationId }) => ({ notificationId }),
    refusal: 404,
  },
  {
    endpoint: submitKyc,
    of: 'applicant',
    body: ({ documentId }, kyc) => ({ ...kyc, selfie: { documentId } }),
    refusal: 400,
  },
]

/** Operations of members that change things and name none by an id. */
const NAMING_NOTHING: readonly Endpoint[] = [
  // It names a PIN code, which is of a place.
  lookUpMyPincode,
  members.closeMemberSession,
  members.updateMyProfile,
  members.giveConsent,
  members.withdrawConsent,
  // It names a coupon, which is nobody's before it is scanned.
  scanCoupon,
  // It names a gift, which is for everybody.
  redemptions.requestRedemption,
  uploadKycDocument,
  enquiries.uploadEnquiryAttachment,
]

const ofMembers = ENDPOINTS.filter(({ access }) => access.kind === 'member')
const isReading = ({ method, path }: Endpoint) => method === 'GET' && !path.includes(':')
const readings = ofMembers.filter(isReading)

type Signed = { token: string; kyc: Body }
let server: TestServer
let owners: Record<Sample['of'], Signed>
let strangers: Record<Sample['of'], Signed>
let named: Named
/** What only the owner may be told. */
let secrets: string[]

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  const [owner, stranger] = [await payable(server, { kind: 'painter' }), await payable(server)]
  const [applicant, other] = [await newMember(server), await newMember(server)]
  const kycOf = (member: typeof applicant) => bodyOf(server, member, USUAL)
  owners = {
    payee: { ...owner, kyc: {} },
    applicant: { ...applicant, kyc: await kycOf(applicant) },
  }
  strangers = { payee: { ...stranger, kyc: {} }, applicant: { ...other, kyc: await kycOf(other) } }
  const [code] = await activeCodes(server, { batchId: 1, coupons: 1 })
  const scan = await scanAs(server, owner.token, code)
  const redemption = await requested(server, owner)
  const gift = { kind: 'gift', giftId: await makeGift(server), address: HOME }
  const { redemptionId: giftRedemptionId } = await requested(server, owner, gift)
  const subject = 'A red umbrella'
  named = {
    redemptionId: redemption.redemptionId,
    giftRedemptionId,
    enquiryId: await asked(server, owner, { subject }),
    attachmentId: await attachmentOf(owner.memberId),
    notificationId: await messageToPainters(),
    scanId: scan.body.scanId,
    documentId: await upload(server, applicant, 'selfie'),
  }
  secrets = [redemption.number, subject, FOR_PAINTERS, HOME.line1]
})
afterAll(() => server.stop())

const HOME = { ...ADDRESS, line1: '3 Umbrella Lane' }
const FOR_PAINTERS = 'For painters alone'

async function messageToPainters(): Promise<number> {
  const en = { title: FOR_PAINTERS, body: 'Come to the meeting.' }
  const body = { ...contentOf({ en }), audience: { kinds: ['painter'] } }
  const notificationId = await begun(server, await server.staff('marketing'), body)
  await toInbox(server, notificationId)
  return notificationId
}

/** An upload as the endpoint leaves it, in no message yet. */
async function attachmentOf(memberId: number): Promise<string> {
  const attachmentId = randomUUID()
  const { vault } = server.context
  await server.db
    .insertInto('enquiry_attachment')
    .values({
      attachment_id: attachmentId,
      member_id: memberId,
      message_id: null,
      pages: 1,
      sizes: JSON.stringify([{ width: 300, height: 200 }]),
      bytes: 1000,
      sealed_key: await vault.seal(randomBytes(32), `enquiry_attachment:${attachmentId}:key`),
      uploaded_at: new Date(),
    })
    .execute()
  return attachmentId
}

const asking = ({ params, body }: Sample, { token, kyc }: Signed, things: Named): Asking => ({
  token,
  ...(params && { params: params(things) }),
  ...(body && { body: body(things, kyc) }),
})

describe('what is another member’s', () => {
  test('is tried in every operation of members, also in a new one', () => {
    const tried = new Set([...SAMPLES.map(({ endpoint }) => endpoint), ...NAMING_NOTHING])
    const untried = ofMembers.filter((endpoint) => !tried.has(endpoint) && !isReading(endpoint))
    expect(untried.map(nameOf)).toEqual([])
    const naming = NAMING_NOTHING.filter(({ path }) => /:(?!purpose|pincode)/.test(path))
    expect(naming.map(nameOf)).toEqual([])
  })

  test.each(SAMPLES.map((sample, index) => [index, nameOf(sample.endpoint), sample] as const))(
    'is as if it were not there (%i, %s)',
    async (_, __, sample) => {
      const { endpoint, of, refusal } = sample
      await expect(
        expectHidden(server, endpoint, {
          stranger: asking(sample, strangers[of], named),
          nothing: asking(sample, strangers[of], NOTHING),
          owner: asking(sample, owners[of], named),
          refusal,
        }),
      ).resolves.toBeUndefined()
    },
  )

  test('is in no answer to anybody else', async () => {
    const told = async ({ token }: Signed) => {
      const answers = readings.map((endpoint) => server.raw(endpoint, { token }))
      const texts = (await Promise.all(answers)).map((answer) => answer.text())
      return (await Promise.all(texts)).join('\n')
    }
    const toOwner = await told(owners.payee)
    const toStranger = await told(strangers.payee)
    expect(secrets.filter((secret) => !toOwner.includes(secret))).toEqual([])
    expect(secrets.filter((secret) => toStranger.includes(secret))).toEqual([])
  })
})
