import {
  LANGUAGE_NAMES,
  type Language,
  type MemberKind,
} from '../../../../contract/people/members.ts'
import { stateName } from '../../../../contract/india.ts'
import { statesOfPincode } from '../../../../contract/people/pincodes.ts'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { RowProblem } from '../../../../contract/people/onboarding.ts'
import { wrongTarget, type Codes, type Found } from '../../people/belonging/index.ts'
import { LIKE_NAME, nameLikeness } from '../../people/kyc/index.ts'
import {
  type GivenRow,
  inColumnOrder,
  type Judged,
  readCells,
  textOf,
} from '../../people/onboarding/index.ts'

const COLUMNS = ONBOARDING_COLUMNS.members
const HEADERS = Object.fromEntries(COLUMNS.map(({ key, header }) => [key, header]))
const headerOf = (key: string) => HEADERS[key] ?? key

export type KnownMember = {
  memberId: number
  code: string
  mobile: string
  name: string
  kind: MemberKind
  state: number
  city: string
  pincode: string | null
  language: Language
  leftAt: Date | null
  distributorCode: string | null
  retailerCode: string | null
  /** What the member brings already; null where nothing. */
  openingPoints: number | null
}
export type MemberFacts = { byMobile: ReadonlyMap<string, KnownMember>; targets: Found }

/** A row with what its cells stand for: null where one is empty or not right. */
export type ReadMember = {
  row: GivenRow
  mobile: string | null
  name: string | null
  kind: MemberKind | null
  state: number | null
  city: string | null
  pincode: string | null
  language: Language | null
  codes: Codes
  /** 0 where the cell is empty. */
  openingPoints: number
  problems: RowProblem[]
}

/** Reads a row; a city that is left out is that of the PIN code, if `cityOf` knows it. */
export function readMember(row: GivenRow, cityOf: (pincode: string) => string | null): ReadMember {
  const { values, problems } = readCells(COLUMNS, row.cells)
  const text = (key: string) => textOf(values, key)
  const whole = (key: string) => (typeof values[key] === 'number' ? values[key] : null)
  const [state, pincode] = [whole('state'), text('pincode')]
  const city = text('city') ?? (pincode === null ? null : cityOf(pincode))
  return {
    row,
    mobile: text('memberMobile'),
    name: text('memberName'),
    kind: text('memberKind') as MemberKind | null,
    state,
    city,
    pincode,
    language: text('language') as Language | null,
    codes: { distributorCode: text('distributorCode'), retailerCode: text('retailerCode') },
    openingPoints: whole('openingPoints') ?? 0,
    problems: [...problems, ...misplaced({ state, city, pincode }, row, problems)],
  }
}

type Place = Pick<ReadMember, 'state' | 'city' | 'pincode'>

function misplaced(
  { state, city, pincode }: Place,
  { cells }: GivenRow,
  problems: readonly RowProblem[],
): RowProblem[] {
  const told: RowProblem[] = []
  const wrong = problems.some(({ column }) => column === headerOf('city'))
  if (city === null && !wrong) {
    const known = (cells.pincode ?? '').trim() === ''
    const reason = known
      ? 'City is missing, and there is no PIN code to find it by.'
      : 'City is missing, and the directory does not know it by this PIN code.'
    told.push({ column: headerOf('city'), reason })
  }
  const states = pincode === null ? null : statesOfPincode(pincode)
  if (state !== null && states !== null && !states.includes(state)) {
    const reason = `No PIN code in ${stateName(state)} begins so. Look at the state and the PIN code.`
    told.push({ column: headerOf('pincode'), reason })
  }
  return told
}

/**
 * What applying a row would do. The mobile names a member who is there; name and type of such a one are
 * only compared, as a file changes neither. Nothing that is told holds a name or a number.
 */
export function judgeMember(read: ReadMember, { byMobile, targets }: MemberFacts): Judged {
  const { row, mobile, kind, codes } = read
  const there = (mobile !== null && byMobile.get(mobile)) || null
  const wrong = kind === null ? null : wrongTarget(codes, kind, targets)
  const own = there?.code === codes.retailerCode && codes.retailerCode !== null
  const all = inColumnOrder(COLUMNS, [
    ...read.problems,
    ...(wrong ? [{ column: headerOf(wrong.field), reason: wrong.reason }] : []),
    ...(own ? [{ column: headerOf('retailerCode'), reason: 'Nobody belongs to themselves.' }] : []),
    ...(there ? misfits(read, there) : []),
  ])
  const changes = there && all.length === 0 ? changesOf(read, there) : []
  const verdict = !there ? 'create' : changes.length > 0 ? 'change' : 'same'
  return {
    rowNo: row.rowNo,
    verdict: all.length > 0 ? 'refused' : verdict,
    // A mobile is kept nowhere but in the sealed row.
    code: there?.code ?? null,
    claims: mobile === null ? [] : [{ column: headerOf('memberMobile'), value: mobile }],
    changes,
    problems: all,
    subjectId: there?.memberId ?? null,
  }
}

function misfits({ name, kind, openingPoints }: ReadMember, there: KnownMember): RowProblem[] {
  const { code } = there
  const problems: RowProblem[] = []
  if (name !== null && nameLikeness(name, there.name) < LIKE_NAME) {
    const reason = `This mobile belongs to member ${code}, who has another name. Look at the mobile, or change the name on the page of the member.`
    problems.push({ column: headerOf('memberMobile'), reason })
  }
  if (kind !== null && kind !== there.kind) {
    const reason = `Member ${code} is a ${there.kind}. The type is changed on the page of the member.`
    problems.push({ column: headerOf('memberKind'), reason })
  }
  if (there.leftAt !== null) {
    problems.push({ column: null, reason: `Member ${code} has left the programme.` })
  }
  if (openingPoints > 0 && there.openingPoints !== null && there.openingPoints !== openingPoints) {
    const reason = `Member ${code} has other opening points already. They are given once.`
    problems.push({ column: headerOf('openingPoints'), reason })
  }
  return problems
}

/** What differs from what is known; an empty cell leaves it. */
function changesOf(read: ReadMember, there: KnownMember): Judged['changes'] {
  const { state, language, codes, openingPoints } = read
  const belongs = codes.distributorCode || codes.retailerCode
  const told: Record<string, [before: string | null, after: string | null]> = {
    state: [stateName(there.state), state === null ? null : stateName(state)],
    city: [there.city, read.city],
    pincode: [there.pincode, read.pincode],
    language: [LANGUAGE_NAMES[there.language], language && LANGUAGE_NAMES[language]],
    distributorCode: [there.distributorCode, belongs ? (codes.distributorCode ?? '') : null],
    retailerCode: [there.retailerCode, belongs ? (codes.retailerCode ?? '') : null],
    openingPoints: [
      there.openingPoints === null ? null : String(there.openingPoints),
      openingPoints === 0 ? null : String(openingPoints),
    ],
  }
  return COLUMNS.flatMap(({ key, header }) => {
    const [before, after] = told[key] ?? [null, null]
    if (after === null || after === (before ?? '')) return []
    return [{ column: header, before: before ?? '', after }]
  })
}
