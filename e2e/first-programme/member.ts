import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { NOTICES } from '../../contract/people/members.ts'

export type SmsReceiver = { url: string; newest(): string; close(): void }

/** Where a programme's messages go. */
export async function receiveSms(): Promise<SmsReceiver> {
  let newest = ''
  const http = createServer((request, response) => {
    void text(request).then((body) => {
      newest = body
      response.end()
    })
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, newest: () => newest, close: () => http.close() }
}

const TRIES = 15

/** Made up, with right check digits. */
const PAN = 'ABCPB1001K'
const UPI = 'member.aaa@okhdfcbank'
const AADHAAR = { number: '412345670015', reference: '001520250102101112123' }
export const ACCOUNT = '000050100001'
const ADDRESS = {
  recipient: 'Member AAA',
  line1: 'Shop 14, Station Road',
  pincode: '302001',
  city: 'Jaipur',
  state: 8,
  phone: '9800000000',
}

/** What a member's app does, over HTTP. */
export class Member {
  readonly #api: string
  #token = ''

  constructor(origin: string) {
    this.#api = `${origin}/api/member`
  }

  /** Again while the server is busy, as an app does. */
  async #send(path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') {
    const headers = { 'content-type': type, ...(this.#token && { authorization: this.#token }) }
    for (let left = TRIES; ; left--) {
      const answer = await fetch(`${this.#api}/${path}`, { method: 'POST', headers, body })
      const given = await answer.json()
      if (answer.ok) return given
      if (answer.status !== 503 || left === 0) throw new Error(JSON.stringify(given))
      await setTimeout(2_000)
    }
  }
  readonly #post = (path: string, body: object) => this.#send(path, JSON.stringify(body))

  async signIn(mobile: string, sms: SmsReceiver): Promise<void> {
    const { requestId } = await this.#post('otp', { mobile })
    await expect.poll(() => sms.newest()).toContain(mobile)
    const otp = /"text":"(\d{6})/.exec(sms.newest())?.[1]
    const { token } = await this.#post('session', { mobile, requestId, otp, consent: true })
    this.#token = token
  }

  async scan(code: string): Promise<string> {
    const { result, points } = await this.#post('scans', { code, device: 'my phone' })
    return `${result} ${points}`
  }

  async #document(field: string): Promise<string> {
    const background = { pan: '#c8d6e5', bank: '#e5d9c8', selfie: '#c8e5cf' }[field] ?? '#fff'
    const picture = sharp({ create: { width: 480, height: 320, channels: 3, background } })
    const bytes = new Uint8Array(await picture.png().toBuffer())
    const { documentId } = await this.#send(`kyc/documents?field=${field}`, bytes, 'image/png')
    return documentId
  }

  async sendKyc(name: string): Promise<void> {
    await this.#post('consents/kyc', { version: NOTICES.kyc.version })
    const bank = { account: ACCOUNT, ifsc: 'HDFC0001234', name }
    await this.#post('kyc', {
      idempotencyKey: randomUUID(),
      pan: { number: PAN, name, documentId: await this.#document('pan') },
      aadhaar: AADHAAR,
      bank: { ...bank, documentId: await this.#document('bank') },
      upi: { address: UPI },
      selfie: { documentId: await this.#document('selfie') },
    })
  }

  /** Points to the bank account or the UPI address. */
  async redeem(kind: 'bank' | 'upi', points: number): Promise<void> {
    await this.#post('redemptions', { idempotencyKey: randomUUID(), kind, points })
  }

  /** One piece of the first gift. */
  async redeemGift(): Promise<void> {
    const gift = { kind: 'gift', giftId: 1, quantity: 1, address: ADDRESS }
    await this.#post('redemptions', { idempotencyKey: randomUUID(), ...gift })
  }

  async balance(): Promise<unknown> {
    const headers = { authorization: this.#token }
    return (await fetch(`${this.#api}/balance`, { headers })).json()
  }
}
