import { identityProblems } from '../../../../contract/people/distributors.ts'
import { panOfGstin, stateName } from '../../../../contract/india.ts'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { RowProblem } from '../../../../contract/people/onboarding.ts'
import {
  codeOf,
  type GivenRow,
  inColumnOrder,
  type Judged,
  readCells,
  textOf,
} from '../onboarding/index.ts'
import { territoryProblem, type KnownTerritories } from '../territories/index.ts'
import {
  misfitsWithRecord,
  type GivenNumbers,
  type KnownNumbers,
  type StoredNumber,
} from './identity-rules.ts'

const COLUMNS = ONBOARDING_COLUMNS.distributors
const HEADERS = Object.fromEntries(COLUMNS.map(({ key, header }) => [key, header]))

/** What is known of a firm but its numbers; null where nothing is. */
export type Firm = {
  name: string
  state: number
  city: string
  territory: string | null
  contactName: string | null
  mobile: string | null
  email: string | null
  address: string | null
  pincode: string | null
}
const TEXTS = [
  'name',
  'city',
  'territory',
  'contactName',
  'mobile',
  'email',
  'address',
  'pincode',
] as const satisfies (keyof Firm)[]

export type KnownFirm = Firm &
  KnownNumbers & { distributorId: number; code: string; deactivated: boolean }
export type DistributorFacts = {
  byCode: ReadonlyMap<string, KnownFirm>
  /** Whose a GSTIN is, by its digest in hexadecimal digits. */
  byGstin: ReadonlyMap<string, { distributorId: number; code: string; name: string }>
  territories: KnownTerritories
}

/** A row with what its cells stand for: null where one is empty or not right. */
export type ReadRow = {
  row: GivenRow
  code: string | null
  firm: { [K in keyof Firm]: Firm[K] | null }
  gstin: string | null
  pan: string | null
  problems: RowProblem[]
}
/** The numbers of a row as they are compared. */
export type RowNumbers = Pick<GivenNumbers, 'gstin' | 'pan'>

export function readDistributor(row: GivenRow): ReadRow {
  const { values, problems } = readCells(COLUMNS, row.cells)
  const text = (key: string) => textOf(values, key)
  const texts = Object.fromEntries(TEXTS.map((key) => [key, text(key)]))
  const state = typeof values.state === 'number' ? values.state : null
  const firm = { ...(texts as Record<(typeof TEXTS)[number], string | null>), state }
  return { row, code: text('code'), firm, gstin: text('gstin'), pan: text('pan'), problems }
}

/** The PAN that a row gives: its own, or the one inside its GSTIN. */
export const panOf = ({ gstin, pan }: Pick<ReadRow, 'gstin' | 'pan'>): string | null =>
  pan ?? (gstin === null ? null : panOfGstin(gstin))

/** What applying a row would do, by the facts about all that it names. */
export function judgeDistributor(
  given: ReadRow,
  numbers: RowNumbers,
  facts: DistributorFacts,
): Judged {
  const read = { ...given, firm: inTheirWords(given.firm, facts) }
  const { row, code, problems } = read
  const there = (code !== null && facts.byCode.get(code)) || null
  const all = inColumnOrder(COLUMNS, [
    ...problems,
    ...misfits(read, numbers, there),
    ...takenGstin(numbers, there, facts),
    ...strangeTerritory(read, there, facts),
    ...(there?.deactivated ? [deactivated(there)] : []),
  ])
  const changes = there && all.length === 0 ? changesOf(read, numbers, there) : []
  const verdict = !there ? 'create' : changes.length > 0 ? 'change' : 'same'
  return {
    rowNo: row.rowNo,
    verdict: all.length > 0 ? 'refused' : verdict,
    code: codeOf(row.cells.code),
    claims: claimsOf(read, numbers),
    changes,
    problems: all,
    subjectId: there?.distributorId ?? null,
  }
}

/** A territory is matched however its name is written, and kept as the list of territories has it. */
export function inTheirWords<T extends Pick<ReadRow['firm'], 'territory'>>(
  firm: T,
  { territories }: Pick<DistributorFacts, 'territories'>,
): T {
  const known = firm.territory === null ? undefined : territories.get(firm.territory.toLowerCase())
  return known ? { ...firm, territory: known.name } : firm
}

function strangeTerritory(
  { firm: { territory } }: ReadRow,
  there: KnownFirm | null,
  { territories }: DistributorFacts,
): RowProblem[] {
  if (territory === null) return []
  const reason = territoryProblem(territory, territories, there?.territory ?? null)
  return reason === null ? [] : [{ column: headerOf('territory'), reason }]
}

/** A GSTIN is compared by its digest: a claim may be kept beside the row. */
function claimsOf({ code }: ReadRow, { gstin }: RowNumbers): Judged['claims'] {
  return [
    ...(code === null ? [] : [{ column: headerOf('code'), value: code }]),
    ...(gstin ? [{ column: headerOf('gstin'), value: gstin.digest.toString('hex') }] : []),
  ]
}

function misfits(
  { firm, gstin, pan }: ReadRow,
  numbers: RowNumbers,
  there: KnownFirm | null,
): RowProblem[] {
  const { state } = firm
  if (state === null) return []
  const inRow = identityProblems({ state, gstin, pan })
  const withRecord = there ? misfitsWithRecord({ state, ...numbers }, there) : []
  const told = [...inRow, ...withRecord].map(({ field, message }) => ({
    column: headerOf(field),
    reason: message,
  }))
  if (!there?.gstin || !numbers.gstin || there.gstin.digest.equals(numbers.gstin.digest)) {
    return told
  }
  const reason = `${there.code} (${there.name}) has another GSTIN on record. Look at the code and the GSTIN again.`
  return [...told, { column: headerOf('gstin'), reason }]
}

function takenGstin(
  { gstin }: RowNumbers,
  there: KnownFirm | null,
  { byGstin }: DistributorFacts,
): RowProblem[] {
  const holder = gstin ? byGstin.get(gstin.digest.toString('hex')) : undefined
  if (!holder || holder.distributorId === there?.distributorId) return []
  return [{ column: headerOf('gstin'), reason: gstinTaken(holder) }]
}

export const gstinTaken = ({ code, name }: { code: string; name: string }) =>
  `This GSTIN belongs to ${code} (${name}) already.`

function deactivated({ code, name }: KnownFirm): RowProblem {
  const reason = `${code} (${name}) is deactivated. Reactivate this distributor in its list first.`
  return { column: null, reason }
}

/** What differs from what is known: an empty cell leaves it. Of numbers only the masks. */
function changesOf(
  { firm }: ReadRow,
  { gstin, pan }: RowNumbers,
  there: KnownFirm,
): Judged['changes'] {
  const texts = TEXTS.flatMap((key) => pair(key, there[key], firm[key]))
  const state =
    firm.state === null ? [] : pair('state', stateName(there.state), stateName(firm.state))
  const byKey = new Map([
    ...texts,
    ...state,
    ...pairOfNumbers('gstin', there.gstin, gstin),
    ...pairOfNumbers('pan', there.pan, pan ?? gstin?.pan),
  ])
  return COLUMNS.flatMap(({ key, header }) => {
    const change = byKey.get(key)
    return change ? [{ column: header, ...change }] : []
  })
}

type Pair = [key: string, change: { before: string; after: string }]

function pair(key: string, before: string | null, after: string | null): Pair[] {
  return after === null || after === before ? [] : [[key, { before: before ?? '', after }]]
}

function pairOfNumbers(
  key: string,
  before: StoredNumber | null,
  after: StoredNumber | null | undefined,
): Pair[] {
  if (!after || before?.digest.equals(after.digest)) return []
  return [[key, { before: before?.masked ?? '', after: after.masked }]]
}

function headerOf(key: string): string {
  return HEADERS[key] ?? key
}
