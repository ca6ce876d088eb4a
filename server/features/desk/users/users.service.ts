import type { UserDetail, UserListQuery } from '../../../../contract/desk/users.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { consentHistoryOf, readMemberWords } from '../../people/members/index.ts'
import { scanTracesOf } from '../../programme/scans/index.ts'
import { adjustmentsOf } from './adjustments.queries.ts'
import { enrolmentOf, openChangeOf } from './member-changes.queries.ts'
import { openChangeOf as openMobileChangeOf } from './mobile-change.queries.ts'
import * as details from './user-detail.queries.ts'
import * as list from './user-list.queries.ts'
import { userById } from './users.queries.ts'

/** Members, by what staff search and filter for. */
export async function listUsers({ db }: Pick<Context, 'db'>, filters: UserListQuery) {
  if (filters.from && filters.to && filters.from > filters.to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
  return list.userPage(db, filters, filters.q ? readSearch(filters.q) : null)
}

function readSearch(text: string): list.Sought {
  const words = readMemberWords(text)
  if (words) return words
  if (!/\p{L}/u.test(text)) {
    throw invalidField('q', 'Search by a whole mobile number, member code or the start of a name.')
  }
  return { nameBegins: text }
}

/** One member with all that is known of them here. */
export async function getUser({ db, now }: Pick<Context, 'db' | 'now'>, memberId: number) {
  return userDetailOf(db, memberId, now())
}

/** The same as seen from within a transaction. Refuses with 404 when there is no such member. */
export async function userDetailOf(db: Db | Tx, memberId: number, now: Date): Promise<UserDetail> {
  const user = await userById(db, memberId)
  if (!user) throw notFound('This member')
  const { row, transfers, ...more } = user
  const scans = await scanTracesOf(db, memberId)
  const redemptions = await details.countRedemptions(db, memberId)
  const consents = await consentHistoryOf(db, memberId)
  const change = await openMobileChangeOf(db, memberId, now)
  const enrolment = (await enrolmentOf(db, memberId)) ?? null
  return {
    ...row,
    ...more,
    consents,
    counts: {
      ...scans.counts,
      transfers,
      redemptions: redemptions.all,
      openRedemptions: redemptions.open,
    },
    devices: scans.devices,
    sessions: await details.countSessions(db, memberId, now),
    adjustments: await adjustmentsOf(db, memberId),
    enrolled: enrolment && {
      by: enrolment.by,
      at: enrolment.at.toISOString(),
      byFile: enrolment.uploadId !== null,
      confirmed: consents.some(({ purpose }) => purpose === 'programme'),
    },
    change: await openChangeOf(db, memberId),
    mobileChange: change && { ...change, expiresAt: change.expiresAt.toISOString() },
    events: await eventsOf(db, memberId, consents),
  }
}

async function eventsOf(
  db: Db | Tx,
  memberId: number,
  consents: UserDetail['consents'],
): Promise<UserDetail['events']> {
  const audited = await details.auditOf(db, memberId)
  const events = audited.map(({ at, by, ...event }) => ({
    at: at.toISOString(),
    by: by ?? 'HIL Dashboard',
    ...event,
  }))
  const own = consents.flatMap(({ purpose, givenAt, withdrawnAt }) => {
    const event = (at: string, action: string) => [{ at, by: 'Member', action, reason: null }]
    return [
      ...event(givenAt, `consent.${purpose}.given`),
      ...(withdrawnAt ? event(withdrawnAt, `consent.${purpose}.withdrawn`) : []),
    ]
  })
  return [...events, ...own].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
