import { randomBytes, randomUUID } from 'node:crypto'
import { isAadhaar } from '../../../../contract/aadhaar.ts'
import { gstinCheck } from '../../../../contract/india.ts'
import * as contract from '../../../../contract/people/kyc.ts'
import * as submissionContract from '../../../../contract/people/kyc-submission.ts'
import type { DocumentField, KycField } from '../../../../contract/people/kyc-states.ts'
import type { KycDetail } from '../../../../contract/people/kyc.ts'
import { giveConsent, NOTICES, type MemberKind } from '../../../../contract/people/members.ts'
import type { TestServer } from '../../../test/server.ts'
import { patiently } from '../../../test/patiently.ts'

export type Person = { token: string; memberId: number; mobile: string }
export type Reviewer = { token: string; staffId: number }

let made = 0
const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** Numbers of a person who exists nowhere, each right in form and check digits. */
export function numbers() {
  made++
  const pan = `ABCP${String.fromCharCode(65 + (made % 26))}${digits(1000 + made, 4)}K`
  const first14 = `27${pan}1Z`
  const gstin = `${first14}${gstinCheck(first14)}`
  return {
    pan,
    gstin,
    aadhaar: aadhaar(made),
    account: digits(50_100_000 + made, 12),
    upi: `k${made}x@okbank`,
  }
}

function aadhaar(serial: number): string {
  const first = digits(41_234_567_000 + serial, 11)
  const found = Array.from({ length: 10 }, (_, i) => `${first}${i}`).find(isAadhaar)
  if (!found) throw new Error('no check digit fits')
  return found
}

export const referenceOf = (aadhaar: string) => `${aadhaar.slice(-4)}20250102101112123`

/** A member who agreed to the KYC notice. */
export async function newMember(server: TestServer, kind: MemberKind = 'mason'): Promise<Person> {
  const member = await server.member(kind)
  const consent = {
    token: member.token,
    params: { purpose: 'kyc' },
    body: { version: NOTICES.kyc.version },
  }
  const { status } = await patiently(() => server.call(giveConsent, consent))
  if (status !== 200) throw new Error('consent was not taken')
  return member
}

/** An upload as the document endpoint leaves it. `content` makes two uploads the same file. */
export async function upload(
  { db, context: { vault } }: TestServer,
  { memberId }: Pick<Person, 'memberId'>,
  field: DocumentField,
  content: string = randomUUID(),
): Promise<string> {
  const documentId = randomUUID()
  await db
    .insertInto('kyc_document')
    .values({
      document_id: documentId,
      member_id: memberId,
      field,
      pages: 1,
      sizes: JSON.stringify([{ width: 800, height: 600 }]),
      bytes: 12_345,
      sealed_key: await vault.seal(randomBytes(32), `kyc_document:${documentId}:key`),
      digest: await vault.digest('kyc_document', content),
      uploaded_at: new Date(),
      attached_at: null,
    })
    .execute()
  return documentId
}

type Numbers = ReturnType<typeof numbers>

/** The fields of a submission by their name, with their uploads. */
export async function bodyOf(
  server: TestServer,
  member: Person,
  fields: readonly KycField[],
  given: Partial<Numbers> = {},
) {
  const own = { ...numbers(), ...given }
  const name = 'Ramesh Kumar'
  const file = (field: DocumentField) => upload(server, member, field)
  const parts = {
    pan: async () => ({ number: own.pan, name, documentId: await file('pan') }),
    aadhaar: async () => ({ number: own.aadhaar, reference: referenceOf(own.aadhaar) }),
    gstin: async () => ({ number: own.gstin, documentId: await file('gstin') }),
    bank: async () => ({
      account: own.account,
      ifsc: 'HDFC0001234',
      name,
      documentId: await file('bank'),
    }),
    upi: async () => ({ address: own.upi }),
    shop_photo: async () => ({ documentId: await file('shop_photo') }),
    selfie: async () => ({ documentId: await file('selfie') }),
  }
  const body: Record<string, unknown> = { idempotencyKey: randomUUID() }
  for (const field of fields) body[field] = await parts[field]()
  return body
}

export const USUAL = ['pan', 'aadhaar', 'bank', 'selfie'] as const satisfies KycField[]

export const send = (server: TestServer, { token }: Person, body: unknown) =>
  server.call(submissionContract.submitKyc, { token, body })

/** A member whose KYC waits. */
export async function submitted(
  server: TestServer,
  fields: readonly KycField[] = USUAL,
  given: Partial<Numbers> = {},
): Promise<Person> {
  const member = await newMember(server)
  const { status, body } = await send(server, member, await bodyOf(server, member, fields, given))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return member
}

export const open = (server: TestServer, { token }: Reviewer, { memberId }: { memberId: number }) =>
  server.call(contract.openKyc, { token, params: { memberId } })

/** Verdicts for everything that waits; refused are those named, as unreadable. */
export function verdicts(detail: KycDetail, refused: readonly KycField[] = []) {
  return detail.fields
    .filter(({ state }) => state === 'pending')
    .map(({ field }) =>
      refused.includes(field)
        ? { field, accept: false as const, reason: 'unreadable' as const }
        : { field, accept: true as const },
    )
}

export const decide = (
  server: TestServer,
  { token }: Reviewer,
  { memberId }: { memberId: number },
  body: unknown,
) => server.call(contract.decideKyc, { token, params: { memberId }, body })

/** Opens and decides. */
export async function decided(
  server: TestServer,
  reviewer: Reviewer,
  member: Person,
  body: { refused?: readonly KycField[]; reject?: string } = {},
) {
  const { refused = [], reject } = body
  const detail = (await open(server, reviewer, member)).body
  const answer = await decide(server, reviewer, member, {
    version: detail.version,
    decision: reject ? 'reject' : refused.length > 0 ? 'resubmit' : 'approve',
    fields: verdicts(detail, refused),
    ...(reject && { note: reject }),
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
