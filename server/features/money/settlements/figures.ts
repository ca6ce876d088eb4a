import {
  ACCOUNTS,
  TRANSFER_KINDS,
  type Account,
  type TransferKind,
} from '../../../../contract/ledger/points.ts'
import type { Figures, PointFigure } from '../../../../contract/money/settlements.ts'

/** The programme's side of a transfer; the other side is the member's, available or held. */
type Outside = Exclude<Account, 'available' | 'held'>
type Flow = {
  from: Outside | 'member'
  to: Outside | 'member'
  only?: TransferKind
  but?: TransferKind
  /** Below zero where it takes back what the figure counts. */
  counts: 1 | -1
}

/**
 * Which transfers each figure sums. Between them they hold every way into and out of a member's
 * points; what moves between available and held is in none.
 */
const FLOWS: Record<PointFigure, readonly Flow[]> = {
  brought: [
    { from: 'opening', to: 'member', counts: 1 },
    { from: 'member', to: 'opening', counts: -1 },
  ],
  earned: [{ from: 'issuance', to: 'member', but: 'scheme_bonus', counts: 1 }],
  bonus: [{ from: 'issuance', to: 'member', only: 'scheme_bonus', counts: 1 }],
  reversed: [{ from: 'member', to: 'issuance', counts: 1 }],
  redeemed: [{ from: 'member', to: 'redeemed', counts: 1 }],
  returned: [{ from: 'redeemed', to: 'member', counts: 1 }],
  expired: [
    { from: 'member', to: 'expired', counts: 1 },
    { from: 'expired', to: 'member', counts: -1 },
  ],
  adjusted: [
    { from: 'adjustment', to: 'member', counts: 1 },
    { from: 'member', to: 'adjustment', counts: -1 },
  ],
}

/** What a figure does to what is owed. */
export const EFFECTS: Record<PointFigure, '+' | '-'> = {
  brought: '+',
  earned: '+',
  bonus: '+',
  reversed: '-',
  redeemed: '-',
  returned: '+',
  expired: '-',
  adjusted: '+',
}

/** The figures with the column each is kept in, in the order of statements. */
export const FIGURE_COLUMNS = {
  members: 'members',
  opening: 'opening',
  moved: 'moved',
  brought: 'brought',
  earned: 'earned',
  bonus: 'bonus',
  reversed: 'reversed',
  redeemed: 'redeemed',
  returned: 'returned',
  expired: 'expired',
  adjusted: 'adjusted',
  available: 'available',
  held: 'held',
  charges: 'charges',
  chargePaise: 'charge_paise',
} as const satisfies Record<keyof Figures, string>
export const FIGURES = Object.keys(FIGURE_COLUMNS) as (keyof Figures)[]

export const NO_FIGURES: Figures = {
  members: 0,
  opening: 0,
  moved: 0,
  brought: 0,
  earned: 0,
  bonus: 0,
  reversed: 0,
  redeemed: 0,
  returned: 0,
  expired: 0,
  adjusted: 0,
  available: 0,
  held: 0,
  charges: 0,
  chargePaise: 0,
}

const MEMBERS_OWN = `(${ACCOUNTS.available}, ${ACCOUNTS.held})`
const side = (column: string, account: Flow['from']) =>
  account === 'member' ? `${column} in ${MEMBERS_OWN}` : `${column} = ${ACCOUNTS[account]}`

function isFlow({ from, to, only, but }: Flow, t: string): string {
  return [
    side(`${t}.debit`, from),
    side(`${t}.credit`, to),
    ...(only ? [`${t}.kind = ${TRANSFER_KINDS[only]}`] : []),
    ...(but ? [`${t}.kind <> ${TRANSFER_KINDS[but]}`] : []),
  ].join(' and ')
}

/** SQL: whether a row of `transfer` named `t` is one that the figure sums. */
export function isOfFigure(figure: PointFigure, t = 't'): string {
  return `(${FLOWS[figure].map((flow) => isFlow(flow, t)).join(' or ')})`
}

/** SQL: the points of a row as the figure counts it; 0 where it does not. */
export function countedBy(figure: PointFigure, t = 't'): string {
  const cases = FLOWS[figure].map(
    (flow) => `when ${isFlow(flow, t)} then ${flow.counts < 0 ? '-' : ''}${t}.points`,
  )
  return `case ${cases.join(' ')} else 0 end`
}

/** SQL: whether a row moves points into or out of what a member has. */
export function isCrossing(t = 't'): string {
  return `(${t}.debit in ${MEMBERS_OWN}) <> (${t}.credit in ${MEMBERS_OWN})`
}

/** SQL: what a row adds to one of the member's accounts. */
export function addedTo(account: 'available' | 'held', t = 't'): string {
  const number = ACCOUNTS[account]
  return `case when ${t}.credit = ${number} then ${t}.points
    when ${t}.debit = ${number} then -${t}.points else 0 end`
}

/**
 * SQL: the points that a row lets a member use for the first time: from then on they age, as they do
 * for their expiry.
 */
export function givenNewly(t = 't'): string {
  const { issuance, adjustment, opening, available } = ACCOUNTS
  return `case when ${t}.credit = ${available} and (${t}.debit in (${issuance}, ${adjustment}, ${opening})
    or ${t}.kind = ${TRANSFER_KINDS.scan_released}) then ${t}.points else 0 end`
}
