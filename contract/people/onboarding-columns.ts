import type { z } from 'zod'
import { distributorCode, memberCode } from '../belongs-to.ts'
import { pincode } from './distributors.ts'
import { gstin, mobile, nameText, pan, plainText, STATES } from '../india.ts'
import { MEMBER_KINDS } from './members.ts'
import { POINTS_PER_ROW } from '../ledger/points-files.ts'
import { gtin } from '../programme/gtin.ts'
import { groupName } from '../programme/product-groups.ts'
import {
  brandName,
  couponPoints,
  hindiName,
  mrpPaise,
  PACK_UNITS,
  packSize,
  packUnit,
  productCode,
} from '../programme/products.ts'
import { SHIFT_LABELS } from './shifts.ts'
import { emailAddress, employeeCode, joiningDay, personName } from './workers.ts'

/** A column of an onboarding file, as people name it in the first row. */
export type OnboardingColumn = {
  key: string
  header: string
  required: boolean
  /** What belongs in it, in a few words. */
  help: string
  example: string
  /** Characters that the template gives it. */
  width: number
}

export const ONBOARDING_COLUMNS = {
  workers: [
    column('employeeCode', 'Employee code', true, 'As on the card', 'JHB-0112', 16),
    column('name', 'Name', true, 'Full name', 'Sunita Devi', 26),
    column('email', 'E-mail', true, 'What the worker signs in with', 'sunita.devi@hil.example', 32),
    column('mobile', 'Mobile', false, 'Ten digits', '9876543210', 14),
    column('plantCode', 'Plant code', true, 'Code of a plant', 'JHB', 12),
    column('shift', 'Shift', false, 'A, B, C or G; empty is G', 'A', 8),
    column('language', 'Language', false, 'Hindi or English; empty is Hindi', 'Hindi', 12),
    column('joinedOn', 'Joined on', false, 'A date, or text such as 2026-11-20', '2026-04-01', 14),
  ],
  distributors: [
    column('code', 'Distributor code', true, 'Your code of the firm', 'D041', 18),
    column('name', 'Name', true, 'Name of the firm', 'Sharma Traders', 30),
    column('state', 'State', true, 'Name of a state or union territory', 'Rajasthan', 22),
    column('city', 'City', true, 'Town or city', 'Jaipur', 18),
    column('territory', 'Territory', false, 'Area it serves', 'Jaipur North', 22),
    column('contactName', 'Contact person', false, 'Whom to call', 'Ramesh Sharma', 24),
    column('mobile', 'Mobile', false, 'Ten digits', '9876543210', 14),
    column('email', 'E-mail', false, 'Of the contact', 'ramesh@sharma.example', 30),
    column('address', 'Address', false, 'Street and area', '12 MI Road', 36),
    column('pincode', 'PIN code', false, 'Six digits', '302001', 10),
    column('gstin', 'GSTIN', false, 'Fifteen characters', '08ABCPE1234F1ZX', 18),
    column('pan', 'PAN', false, 'Ten characters; empty where the GSTIN holds it', 'ABCPE1234F', 14),
  ],
  products: [
    column('sku', 'SKU code', true, 'Your code of the product', 'WP40', 14),
    column('name', 'Name', true, 'In English', 'Wall Putty 40 kg', 28),
    column('nameHi', 'Name in Hindi', false, 'As members read it', 'वॉल पुट्टी 40 किग्रा', 28),
    column('group', 'Group', true, 'A product group of the programme', 'Putty', 18),
    column('brand', 'Brand', false, 'As on the pack', 'Aerosmooth', 18),
    column('packSize', 'Pack size', false, 'A number, with its unit beside it', '40', 12),
    column('packUnit', 'Unit', false, PACK_UNITS.join(', '), 'kg', 10),
    column('gtin', 'GTIN', false, '8, 12, 13 or 14 digits', '8901234567890', 18),
    column('mrp', 'MRP', false, 'In rupees, with paise after a point', '1249.00', 12),
    column('points', 'Points', false, 'Of each coupon; needed for a new product', '40', 10),
  ],
  members: [
    column('memberMobile', 'Mobile', true, 'Ten digits; it names the member', '9876543210', 14),
    column('memberName', 'Name', true, 'Full name', 'Sunita Devi', 26),
    column('memberKind', 'Type', true, 'Retailer, contractor, mason or painter', 'Mason', 14),
    column('state', 'State', true, 'Name of a state or union territory', 'Rajasthan', 22),
    column('city', 'City', false, 'Town or city; empty is that of the PIN code', 'Jaipur', 18),
    column('pincode', 'PIN code', false, 'Six digits', '302001', 10),
    column('distributorCode', 'Distributor code', false, 'Of the firm they belong to', 'D041', 18),
    column(
      'retailerCode',
      'Retailer code',
      false,
      'Member code of the retailer they belong to, in place of a distributor',
      'HIL900001',
      16,
    ),
    column('language', 'Language', false, 'English or Hindi; empty is English', 'Hindi', 12),
    column(
      'openingPoints',
      'Opening points',
      false,
      'Points from an earlier programme; a second person approves them',
      '1200',
      16,
    ),
  ],
  points: [
    column('member', 'Member', true, 'Member code or mobile', 'HIL900001', 18),
    column('memberPoints', 'Points', true, 'A minus takes points away', '250', 12),
    column('reason', 'Reason', true, 'It stays in the record', 'Painter meet in Jaipur', 44),
  ],
} as const satisfies Record<string, readonly OnboardingColumn[]>

function column(
  key: string,
  header: string,
  required: boolean,
  help: string,
  example: string,
  width: number,
): OnboardingColumn {
  return { key, header, required, help, example, width }
}

const MOST_POINTS = `At most ${POINTS_PER_ROW.toLocaleString('en-IN')} points for one member.`

type Checked<T> = { value: T } | { reason: string }

const WORDS: Record<string, 'en' | 'hi'> = { hindi: 'hi', hi: 'hi', english: 'en', en: 'en' }
const STATE_BY_NAME = new Map(STATES.map(({ id, name }) => [name.toLowerCase(), id as number]))
const SCHEMAS = {
  employeeCode,
  name: personName,
  email: emailAddress,
  mobile,
  code: distributorCode,
  city: nameText('The city', 60, 2),
  territory: nameText('The territory', 80, 2),
  contactName: nameText('The contact person', 80, 2),
  address: nameText('The address', 200, 3),
  pincode,
  gstin,
  pan,
  memberName: nameText('The name', 100, 2),
  distributorCode,
  retailerCode: memberCode,
  reason: plainText('The reason', 300, 3),
  sku: productCode,
  nameHi: hindiName,
  group: groupName,
  brand: brandName,
  packUnit,
  gtin,
}

/**
 * What a cell that is not empty stands for, or why it stands for nothing. `key` is a column's of
 * either kind. A plant's code is only made capital here: whether there is such a plant is looked up.
 */
export function checkCell(key: string, text: string): Checked<string | number> {
  if (key in SCHEMAS) return read(SCHEMAS[key as keyof typeof SCHEMAS], text)
  switch (key) {
    case 'plantCode':
      return { value: text.trim().toUpperCase() }
    case 'shift': {
      const letter = text
        .trim()
        .toUpperCase()
        .replace(/^GENERAL$/, 'G')
      return letter in SHIFT_LABELS
        ? { value: letter }
        : { reason: 'A shift is A, B, C or G (general).' }
    }
    case 'language': {
      const language = WORDS[text.trim().toLowerCase()]
      return language ? { value: language } : { reason: 'The language is Hindi or English.' }
    }
    case 'state': {
      const id = STATE_BY_NAME.get(text.trim().toLowerCase())
      return id ? { value: id } : { reason: 'This is no state or union territory of India.' }
    }
    case 'joinedOn':
      return checkDay(text)
    case 'memberMobile':
      return /^[\d.,]+(e\+?\d+)?$/i.test(text.trim()) && /[.,e]/i.test(text)
        ? { reason: AS_NUMBER }
        : read(mobile, text)
    case 'memberKind': {
      const kind = MEMBER_KINDS.find((one) => one === text.trim().toLowerCase())
      return kind
        ? { value: kind }
        : { reason: 'The type is retailer, contractor, mason or painter.' }
    }
    case 'openingPoints':
      return checkPoints(text, 0)
    case 'memberPoints':
      return checkPoints(text, -POINTS_PER_ROW)
    case 'member':
      return { value: text.trim() }
    case 'packSize':
      return readNumber(packSize, text, 'The pack size is a number such as 40 or 2.5.')
    case 'mrp':
      return checkRupees(text)
    case 'points':
      return readNumber(couponPoints, text, 'Points are a whole number such as 40.')
    default:
      return { reason: 'This column is not known.' }
  }
}

function read(schema: z.ZodType<string>, text: string): Checked<string> {
  const parsed = schema.safeParse(text)
  return parsed.success
    ? { value: parsed.data }
    : { reason: parsed.error.issues[0]?.message ?? 'This is not right.' }
}

const AS_NUMBER =
  'The spreadsheet made a number of this mobile. Format the column as text and enter ten digits.'

function checkPoints(text: string, least: number): Checked<number> {
  const points = Number(text.trim().replace('−', '-'))
  if (!/^[-−]?\d{1,9}$/.test(text.trim())) return { reason: 'Points are a whole number.' }
  if (points < least) {
    return { reason: least === 0 ? 'Points are not below zero.' : MOST_POINTS }
  }
  return points > POINTS_PER_ROW ? { reason: MOST_POINTS } : { value: points }
}

/** Commas between thousands are read over. */
function readNumber(schema: z.ZodType<number>, text: string, form: string): Checked<number> {
  const digits = text.trim().replaceAll(',', '')
  if (!/^-?\d{1,12}(?:\.\d{1,10})?$/.test(digits)) return { reason: form }
  const parsed = schema.safeParse(Number(digits))
  return parsed.success
    ? { value: parsed.data }
    : { reason: parsed.error.issues[0]?.message ?? form }
}

/** Rupees as paise. */
function checkRupees(text: string): Checked<number> {
  const form = 'The MRP is in rupees, such as 1249 or 1249.50.'
  const [, rupees, fraction = ''] =
    /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/^₹\s*/, '').replaceAll(',', '')) ?? []
  if (rupees === undefined) return { reason: form }
  return readNumber(mrpPaise, `${rupees}${fraction.padEnd(2, '0')}`, form)
}

const DATE_AS_TEXT =
  'This is text, not a date. Enter it as a date of the spreadsheet, or as 2026-11-20.'

function checkDay(text: string): Checked<string> {
  const day = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return { reason: DATE_AS_TEXT }
  return read(joiningDay, day)
}
