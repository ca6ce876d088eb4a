import { randomInt, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import type { EnquiryCategory } from '../contract/desk/enquiry-states.ts'
import {
  openMemberEnquiry,
  uploadEnquiryAttachment,
  type getMemberEnquiry,
} from '../contract/desk/member-enquiries.ts'
import {
  registerMember,
  requestRegistrationOtp,
  type Language,
} from '../contract/people/members.ts'
import { memberInbox } from '../contract/desk/member-inbox.ts'
import { memberBalance } from '../contract/ledger/points.ts'
import { scanAnswer, type ScanAnswer } from '../contract/programme/scans.ts'
import { BASE } from './kyc-review.ts'

export type MyEnquiry = z.output<typeof getMemberEnquiry.response>
type InboxItem = z.output<typeof memberInbox.response>['items'][number]
const HOME = 27

async function answerOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}: ${text}`)
  return JSON.parse(text)
}

const outbox = z.object({ items: z.array(z.object({ text: z.string() })) })

/** The password that the demo's outbox holds for a mobile. */
async function passwordFor(mobile: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const sent = await answerOf(await fetch(`${BASE}/api/demo/outbox?to=${mobile}`))
    const found = /\b\d{6}\b/.exec(outbox.parse(sent).items[0]?.text ?? '')?.[0]
    if (found) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`No password was sent to ${mobile}.`)
}

/** A member who joined through the API and asks in the app. */
export class Enquirer {
  readonly name: string
  readonly mobile = `9${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  memberId = 0
  code = ''
  #token = ''

  private constructor(name: string) {
    this.name = name
  }

  static async join(name: string, language: Language = 'en', state = HOME): Promise<Enquirer> {
    const member = new Enquirer(name)
    const { mobile } = member
    const { requestId } = requestRegistrationOtp.response.parse(
      await member.#post('registration/otp', { mobile }),
    )
    const otp = await passwordFor(mobile)
    const joined = registerMember.response.parse(
      await member.#post('registration', {
        mobile,
        otp,
        requestId,
        name,
        language,
        kind: 'mason',
        state,
        city: 'Pune',
        consent: true,
      }),
    )
    member.#token = joined.token
    member.memberId = joined.member.memberId
    member.code = joined.member.code
    return member
  }

  async #post(path: string, body: object | Buffer, type = 'application/json'): Promise<unknown> {
    const answer = await fetch(`${BASE}/api/member/${path}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    })
    return answerOf(answer)
  }

  async scan(code: string, at: { lat?: number; lng?: number } = {}): Promise<ScanAnswer> {
    return scanAnswer.parse(await this.#post('scans', { code, ...at }))
  }

  /** Points that can be used now. */
  async balance(): Promise<number> {
    const headers = { authorization: `Bearer ${this.#token}` }
    const answer = await fetch(`${BASE}/api/member/balance`, { headers })
    return memberBalance.response.parse(await answerOf(answer)).available
  }

  /** A picture of a coupon, uploaded; never twice the same. */
  async picture(): Promise<string> {
    const shade = `rgb(${randomInt(256)},${randomInt(256)},${randomInt(256)})`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
      <rect width="900" height="600" fill="#f7f4ec"/><rect width="900" height="120" fill="${shade}"/></svg>`
    const bytes = await sharp(Buffer.from(svg)).png().toBuffer()
    const sent = await this.#post('enquiry-attachments', bytes, 'image/png')
    return uploadEnquiryAttachment.response.parse(sent).attachmentId
  }

  async ask(
    wanted: { subject: string; body: string; category?: EnquiryCategory } & {
      attachmentIds?: string[]
      scanId?: string
    },
  ): Promise<MyEnquiry> {
    const body = { idempotencyKey: randomUUID(), category: 'points', ...wanted }
    return openMemberEnquiry.response.parse(await this.#post('enquiries', body))
  }

  async write({ enquiryId }: MyEnquiry, body: string): Promise<void> {
    await this.#post(`enquiries/${enquiryId}/messages`, { idempotencyKey: randomUUID(), body })
  }

  /** The enquiry as the member has it in the app. */
  async read({ enquiryId }: MyEnquiry): Promise<MyEnquiry> {
    const headers = { authorization: `Bearer ${this.#token}` }
    const answer = await fetch(`${BASE}/api/member/enquiries/${enquiryId}`, { headers })
    return openMemberEnquiry.response.parse(await answerOf(answer))
  }

  /** The messages of the programme in the app's inbox, newest first. */
  async inbox(): Promise<InboxItem[]> {
    const headers = { authorization: `Bearer ${this.#token}` }
    const answer = await fetch(`${BASE}/api/member/notifications`, { headers })
    return memberInbox.response.parse(await answerOf(answer)).items
  }

  async open({ notificationId }: InboxItem): Promise<void> {
    await this.#post(`notifications/${notificationId}/read`, {})
  }
}
