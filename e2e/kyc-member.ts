import { randomInt, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { isAadhaar } from '../contract/aadhaar.ts'
import { gstinCheck } from '../contract/india.ts'
import {
  KYC_FIELD_NAMES,
  type DocumentField,
  type KycField,
} from '../contract/people/kyc-states.ts'
import { NOTICES, type Language, type MemberKind } from '../contract/people/members.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const pick = (letters: string): string => letters.charAt(randomInt(letters.length))
const digits = (count: number): string =>
  Array.from({ length: count }, () => String(randomInt(10))).join('')

/** Makes a picture one of a kind; in digits the server might read a number that it refuses. */
const letters = (count: number): string =>
  Array.from({ length: count }, () => pick(LETTERS)).join('')

const madePan = (): string =>
  `${pick(LETTERS)}${pick(LETTERS)}${pick(LETTERS)}P${pick(LETTERS)}${1000 + randomInt(9000)}${pick(LETTERS)}`

function madeAadhaar(): string {
  for (;;) {
    const first = `${2 + randomInt(8)}${digits(10)}`
    const whole = [...'0123456789'].map((last) => first + last).find(isAadhaar)
    if (whole) return whole
  }
}

/** The GSTIN of a PAN in a state. */
function gstinOf(pan: string, state: number): string {
  const first = `${String(state).padStart(2, '0')}${pan}1Z`
  return first + gstinCheck(first)
}

const COLORS: Record<DocumentField, string> = {
  pan: '#2f5f8a',
  gstin: '#7a4b21',
  bank: '#2d6a4f',
  shop_photo: '#8a5a2f',
  selfie: '#5b4b8a',
}

/** A picture of a card with some words on it, as PNG; never twice the same. */
async function picture(field: DocumentField, lines: readonly string[]): Promise<Uint8Array> {
  const words = lines
    .map((line, index) => `<text x="60" y="${230 + index * 62}" font-size="40">${line}</text>`)
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1010" height="640" font-family="sans-serif">
    <rect width="1010" height="640" fill="#f7f4ec"/><rect width="1010" height="120" fill="${COLORS[field]}"/>
    <text x="60" y="78" font-size="46" fill="#fff">${KYC_FIELD_NAMES[field]}</text>${words}
    <circle cx="840" cy="330" r="80" fill="#c9b79c"/><rect x="740" y="430" width="200" height="130" rx="60" fill="#7c8aa5"/>
    <text x="60" y="600" font-size="22" fill="#888">${letters(20)}</text></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A PDF with so many empty pages; never twice the same. */
function pdf(pages: number): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`)
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] >>'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    ...kids.map(() => page),
  ]
  const body = objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n%${randomUUID()}\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`)
}

const HOME = 27

type Options = {
  base: string
  name: string
  kind?: MemberKind
  language?: Language
  state?: number
  /** Instead of numbers that nobody else has. */
  pan?: string
  /** The name on the bank account, where it is not the member's. */
  bankName?: string
  /** How many pages the proof of the bank account has: then it is a PDF. */
  bankPages?: number
}

async function answerOf(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}: ${text}`)
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** The password that the demo's outbox holds for a mobile. */
async function passwordFor(base: string, mobile: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { items } = await answerOf(await fetch(`${base}/api/demo/outbox?to=${mobile}`))
    const [message] = Array.isArray(items) ? items : []
    const found = /\b\d{6}\b/.exec(String(message?.text ?? ''))?.[0]
    if (found) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`No password was sent to ${mobile}.`)
}

/** A member that joined through the API, and may send KYC. */
export class KycMember {
  readonly name: string
  readonly kind: MemberKind
  readonly pan: string
  readonly mobile = `9${digits(9)}`
  /** The name that stands on the bank account. */
  bankName: string
  memberId = 0
  code = ''
  readonly #options: Options
  #token = ''

  constructor(options: Options) {
    this.#options = options
    this.name = options.name
    this.kind = options.kind ?? 'mason'
    this.pan = options.pan ?? madePan()
    this.bankName = options.bankName ?? options.name
  }

  static async join(options: Options): Promise<KycMember> {
    const member = new KycMember(options)
    await member.#join()
    return member
  }

  async #post(path: string, body: unknown, type = 'application/json') {
    const bytes = body instanceof Uint8Array
    const answer = await fetch(this.#options.base + path, {
      method: 'POST',
      headers: {
        'content-type': type,
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: bytes ? Buffer.from(body) : JSON.stringify(body),
    })
    return answerOf(answer)
  }

  async #join(): Promise<void> {
    const { mobile, name, kind } = this
    const { requestId } = await this.#post('/api/member/registration/otp', { mobile })
    const otp = await passwordFor(this.#options.base, mobile)
    const state = this.#options.state ?? HOME
    const joined = await this.#post('/api/member/registration', {
      mobile,
      otp,
      requestId,
      name,
      kind,
      state,
      city: 'Pune',
      language: this.#options.language ?? 'en',
      consent: true,
    })
    this.#token = String(joined.token)
    const member = joined.member
    if (typeof member === 'object' && member !== null && 'memberId' in member && 'code' in member) {
      this.memberId = Number(member.memberId)
      this.code = String(member.code)
    }
    await this.#post('/api/member/consents/kyc', { version: NOTICES.kyc.version })
  }

  /** What the member's app gets of an address of its own, such as `kyc`. */
  async read(path: string): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.#token}` }
    return answerOf(await fetch(`${this.#options.base}/api/member/${path}`, { headers }))
  }

  /** What the member is told of it: the whole, and each field. */
  async kyc(): Promise<Record<string, unknown>> {
    return this.read('kyc')
  }

  async #upload(field: DocumentField, lines: readonly string[]): Promise<string> {
    const [bytes, type] =
      field === 'bank' && this.#options.bankPages
        ? [pdf(this.#options.bankPages), 'application/pdf']
        : [await picture(field, [this.name, ...lines]), 'image/png']
    const { documentId } = await this.#post(`/api/member/kyc/documents?field=${field}`, bytes, type)
    return String(documentId)
  }

  /** Sends these fields of the member's KYC, with documents of its own. */
  async submit(fields: readonly KycField[]): Promise<void> {
    const body: Record<string, unknown> = { idempotencyKey: randomUUID() }
    for (const field of fields) body[field] = await this.#part(field)
    await this.#post('/api/member/kyc', body)
  }

  async #part(field: KycField): Promise<Record<string, string>> {
    const { name, pan, bankName } = this
    switch (field) {
      case 'pan':
        return { number: pan, name, documentId: await this.#upload('pan', [pan]) }
      case 'aadhaar': {
        const number = madeAadhaar()
        return { number, reference: `${number.slice(-4)}20260115103000123` }
      }
      case 'gstin':
        return { number: gstinOf(pan, this.#options.state ?? HOME) }
      case 'bank': {
        const documentId = await this.#upload('bank', ['HDFC0001234'])
        return { account: `00${digits(10)}`, ifsc: 'HDFC0001234', name: bankName, documentId }
      }
      case 'upi':
        return { address: `m${digits(8)}@okbank` }
      case 'shop_photo':
      case 'selfie':
        return { documentId: await this.#upload(field, []) }
    }
  }
}
