import type { CheckLine } from '../../../../contract/money/redemption-states.ts'
import type {
  MyRedemption,
  RedemptionDetail,
  RedemptionRow,
} from '../../../../contract/money/redemptions.ts'
import { ROLE_NAMES } from '../../../../contract/roles.ts'
import { stopsOf, whyNotApprove, type Approval, type Approving } from './approval-rules.ts'
import type { Checked } from './checklist.service.ts'
import type { Found, FoundEvent } from './redemption-list.queries.ts'

/** The approvals among the events of a redemption, in their order. */
export function approvalsIn(events: readonly FoundEvent[]): (Approval & { name: string })[] {
  return events.flatMap(({ action, staffId, role, staffName }) =>
    action === 'approve' && staffId !== null && role !== null
      ? [{ staffId, role, name: staffName ?? '' }]
      : [],
  )
}

/** A redemption as a list shows it to one person. `checked` is there where its checklist matters. */
export function toRow(
  found: Found,
  events: readonly FoundEvent[],
  approving: Approving,
  checked: Checked | undefined,
): RedemptionRow {
  const approvals = approvalsIn(events)
  const waits = found.state === 'requested' ? checked : undefined
  const why = whyNotApprove({ ...found, approvals }, approving) ?? stoppedBy(waits)
  return {
    redemptionId: found.redemptionId,
    number: found.number,
    state: found.state,
    kind: found.kind,
    memberId: found.memberId,
    memberCode: found.memberCode,
    memberName: found.memberName,
    memberKind: found.memberKind,
    mobile: found.mobile,
    memberState: found.memberState,
    points: found.points,
    amountPaise: found.amountPaise,
    giftName: found.giftName,
    quantity: found.quantity,
    destination: found.destination,
    requestedAt: found.requestedAt.toISOString(),
    requestedBy: found.requestedBy,
    approvalsNeeded: found.approvalsNeeded,
    approvals: approvals.map(({ name, role }) => `${name} (${ROLE_NAMES[role]})`),
    verdict: waits?.verdict ?? null,
    problems: waits?.lines.filter(({ state }) => state !== 'ok') ?? [],
    mayApprove: why === null,
    whyNot: why,
  }
}

function stoppedBy(checked: Checked | undefined): string | null {
  return checked?.verdict === 'red' ? `It cannot be paid. ${stopsOf(checked.lines)}` : null
}

export type Extras = Pick<RedemptionDetail, 'address' | 'balance' | 'transfers' | 'tax'> & {
  checklist: CheckLine[]
}

export function toDetail(
  row: RedemptionRow,
  { pointValuePaise, rejectReason }: Found,
  events: readonly FoundEvent[],
  extras: Extras,
): RedemptionDetail {
  return {
    ...row,
    ...extras,
    pointValuePaise,
    rejectReason,
    events: events.map(({ at, action, state, note, staffName, ...event }) => ({
      at: at.toISOString(),
      by: staffName ?? byWhom(event.staffId, action),
      action,
      state,
      note,
    })),
  }
}

const OWN_ACTIONS = new Set(['request', 'cancel', 'give_address', 'correct_address'])

function byWhom(staffId: number | null, action: string): string {
  return staffId === null && OWN_ACTIONS.has(action) ? 'Member' : 'HIL Dashboard'
}

/** Where it goes, and what became of it on its way to the member. */
export type OnItsWay = Pick<MyRedemption, 'address' | 'payment' | 'parcel'>

/** A redemption as its member sees it: of what staff wrote only why it was rejected. */
export function toMine(
  found: Found,
  events: readonly FoundEvent[],
  { address, payment, parcel }: OnItsWay,
): MyRedemption {
  const { redemptionId, number, kind, state, points, amountPaise, giftName, quantity } = found
  const { language, rejectReason, rejectReasonHi } = found
  const reason = (language === 'hi' ? rejectReasonHi : null) ?? rejectReason
  return {
    redemptionId,
    number,
    kind,
    state,
    points,
    amountPaise,
    giftName,
    quantity,
    destination: found.destination,
    address,
    requestedAt: found.requestedAt.toISOString(),
    changedAt: found.changedAt.toISOString(),
    reason,
    payment,
    parcel,
    events: events
      .filter((event, index) => index === 0 || event.state !== events[index - 1]?.state)
      .map(({ at, state, action }) => ({
        at: at.toISOString(),
        state,
        note: action === 'reject' ? reason : null,
      })),
  }
}

/** As it was answered when it was asked for: what a repeated request is answered again. */
export function asRequested(mine: MyRedemption): MyRedemption {
  const { requestedAt, events } = mine
  return {
    ...mine,
    state: 'requested',
    changedAt: requestedAt,
    reason: null,
    payment: null,
    parcel: null,
    events: events.slice(0, 1),
  }
}
