import { createHash } from 'node:crypto'
import { token, type Order } from './bank.ts'
import { isRecord, type Problem } from './http.ts'

type Check = { field: string; fits: (value: unknown) => boolean; says: string }

const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value)
const optional = (pattern: RegExp) => (value: unknown) =>
  value === undefined || value === null || matches(pattern)(value)

const NAME = /^[A-Za-z0-9 ’\-_/().]+$/
const MODES = ['NEFT', 'RTGS', 'IMPS', 'UPI']
const PURPOSES = ['refund', 'cashback', 'payout', 'salary', 'utility bill', 'vendor bill']
const KINDS = ['vendor', 'customer', 'employee', 'self']
/** In paise: what the modes carry at most. */
const MOST: Record<string, number> = { IMPS: 500_000_00, UPI: 100_000_00 }

const CHECKS: Check[] = [
  {
    field: 'amount',
    fits: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 100,
    says: 'The amount must be at least 100.',
  },
  { field: 'currency', fits: (value) => value === 'INR', says: 'The currency is invalid.' },
  {
    field: 'mode',
    fits: (value) => MODES.some((mode) => mode === value),
    says: 'The payout mode is invalid.',
  },
  {
    field: 'purpose',
    fits: (value) => PURPOSES.some((purpose) => purpose === value),
    says: 'The payout purpose is invalid.',
  },
  {
    field: 'reference_id',
    fits: optional(/^.{1,40}$/),
    says: 'The reference id may not be longer than 40 characters.',
  },
  {
    field: 'narration',
    fits: optional(/^[A-Za-z0-9 ]{1,30}$/),
    says: 'The narration may have 30 letters, digits and spaces.',
  },
  {
    field: 'queue_if_low_balance',
    fits: (value) => value === undefined || typeof value === 'boolean',
    says: 'queue_if_low_balance must be true or false.',
  },
  { field: 'notes', fits: areNotes, says: 'The notes may have 15 pairs of 256 characters.' },
]

const CONTACT: Check[] = [
  {
    field: 'name',
    fits: (value) => matches(NAME)(value) && lengthOf(value, 3, 50),
    says: 'The contact name must have 3 to 50 characters.',
  },
  {
    field: 'type',
    fits: (value) => value === undefined || KINDS.some((kind) => kind === value),
    says: 'The contact type is invalid.',
  },
  {
    field: 'reference_id',
    fits: optional(/^.{1,40}$/),
    says: 'The reference id of the contact may not be longer than 40 characters.',
  },
]
const BANK_ACCOUNT: Check[] = [
  {
    field: 'name',
    fits: (value) => matches(NAME)(value) && lengthOf(value, 4, 120),
    says: 'The name of the account must have 4 to 120 characters.',
  },
  { field: 'ifsc', fits: matches(/^[A-Za-z0-9]{11}$/), says: 'The ifsc must be 11 characters.' },
  {
    field: 'account_number',
    fits: matches(/^[A-Za-z0-9]{5,35}$/),
    says: 'The account number must have 5 to 35 letters and digits.',
  },
]
const VPA: Check[] = [
  {
    field: 'address',
    fits: matches(/^[A-Za-z0-9._-]{2,256}@[A-Za-z]{2,64}$/),
    says: 'The UPI address is invalid.',
  },
]

function lengthOf(value: unknown, from: number, to: number): boolean {
  return typeof value === 'string' && value.length >= from && value.length <= to
}

function areNotes(value: unknown): boolean {
  if (value === undefined) return true
  if (!isRecord(value)) return false
  const texts = Object.values(value)
  return texts.length <= 15 && texts.every((text) => lengthOf(text, 0, 256))
}

function check(checks: Check[], part: Record<string, unknown>, within: string): Problem | null {
  const wrong = checks.find(({ field, fits }) => !fits(part[field]))
  return wrong ? { status: 400, description: wrong.says, field: `${within}${wrong.field}` } : null
}

export type Read = { problem: Problem } | { order: Order; fundAccount: Record<string, unknown> }

/** A request for a payout as RazorpayX reads it, or what it says against it. */
export function readOrder(body: unknown, text: string, key: string, account: string): Read {
  if (!isRecord(body))
    return { problem: { status: 400, description: 'The body is no JSON object.' } }
  if (body.account_number !== account) {
    const description = 'The account number is invalid.'
    return { problem: { status: 400, description, field: 'account_number' } }
  }
  const fund = isRecord(body.fund_account) ? body.fund_account : {}
  const problem = check(CHECKS, body, '') ?? checkFund(fund) ?? checkMode(body, fund)
  if (problem) return { problem }
  const contact = isRecord(fund.contact) ? fund.contact : {}
  const fundAccountId = `fa_${token('fund account', JSON.stringify(fund))}`
  const contactId = `cont_${token('contact', JSON.stringify(contact))}`
  return {
    order: {
      key,
      bodyHash: createHash('sha256').update(text).digest('hex'),
      reference: textOf(body.reference_id),
      amount: Number(body.amount),
      mode: String(body.mode),
      purpose: String(body.purpose),
      narration: textOf(body.narration),
      notes: (body.notes ?? {}) as Record<string, string>,
      fundAccountId,
      queueIfLow: body.queue_if_low_balance === true,
    },
    // As it came: it is answered, and kept nowhere.
    fundAccount: {
      id: fundAccountId,
      entity: 'fund_account',
      contact_id: contactId,
      ...fund,
      contact: { id: contactId, entity: 'contact', ...contact },
      active: true,
    },
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function checkFund(fund: Record<string, unknown>): Problem | null {
  const part = (name: string) => (isRecord(fund[name]) ? fund[name] : {})
  const contact = check(CONTACT, part('contact'), 'fund_account.contact.')
  if (contact) return contact
  switch (fund.account_type) {
    case 'bank_account':
      return check(BANK_ACCOUNT, part('bank_account'), 'fund_account.bank_account.')
    case 'vpa':
      return check(VPA, part('vpa'), 'fund_account.vpa.')
    default:
      return {
        status: 400,
        description: 'The account type is invalid.',
        field: 'fund_account.account_type',
      }
  }
}

function checkMode(body: Record<string, unknown>, fund: Record<string, unknown>): Problem | null {
  const mode = String(body.mode)
  if ((mode === 'UPI') !== (fund.account_type === 'vpa')) {
    return {
      status: 400,
      description: 'This mode does not reach this fund account.',
      field: 'mode',
    }
  }
  if (Number(body.amount) > (MOST[mode] ?? Infinity)) {
    return { status: 400, description: `The amount is too large for ${mode}.`, field: 'amount' }
  }
  return null
}
