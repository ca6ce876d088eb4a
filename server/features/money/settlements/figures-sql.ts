import { POINT_FIGURES } from '../../../../contract/money/settlements.ts'
import {
  addedTo,
  countedBy,
  EFFECTS,
  FIGURE_COLUMNS,
  FIGURES,
  givenNewly,
  isCrossing,
} from './figures.ts'
import type { Span } from './months.ts'

/** Months back from a month's end at which an age of points begins; the last bucket has no end. */
export const AGES = [3, 6, 12, 24] as const

/** SQL: the distributor of a member just before a moment; null while nothing is known of them. */
export function distributorAt(member: string, moment: string): string {
  return `(select coalesce(a.distributor_id, 0) from member_distributor a
    where a.member_id = ${member} and a.from_at < ${moment} order by a.from_at desc limit 1)`
}

const list = (parts: readonly string[]) => parts.join(',\n    ')
/** What the figures of a row do to what is owed. */
const effect = (row: string) =>
  POINT_FIGURES.map((figure) => `${EFFECTS[figure]} ${row}.${figure}`).join(' ')
const IS_SMALL = new Set<string>(['members', 'charges'])

/**
 * SQL to join: the transfers `t` of each member `of`, from the end of their ledger, or from the one
 * with the number `last`, back to and with the last one with an id before `from`. A member's
 * transfers follow each other as their ids do, but for clocks that differ; by less than what the
 * ids of a span reach beyond it.
 */
export function latestOf(of: string, from: string, last?: string): string {
  const isWithin = (seq: string) => (last === undefined ? '' : ` and ${seq} <= ${last}`)
  return `cross join lateral (select coalesce((select u.seq from transfer u
      where u.member_id = ${of} and u.id < ${from}${isWithin('u.seq')}
      order by u.seq desc limit 1), 0) as seq) before
    join transfer t on t.member_id = ${of} and t.seq >= before.seq${isWithin('t.seq')}`
}

/**
 * SQL: the figures of members, each for the distributor whose network they belonged to at the end.
 * Who came from another one has `moved` there, and who went has it back at the other: the rows of a
 * distributor come to its figures. What members have is told by their last transfer, what they had
 * follows from that and from what moved. `chosen` selects `member_id`s: of a few each ledger is
 * read from its end, of many the transfers of the time. Of known ones it selects `last` as well:
 * the number of the last transfer that was recorded in time, from which on a ledger says nothing
 * here.
 */
export function sharesSql(span: Span, selected: string, how: 'few' | 'known' | 'many'): string {
  const { start, end, idsFrom, idsBefore, endIdsFrom } = span
  const isFew = how !== 'many'
  const transfers = isFew ? 'ledger t' : 'transfer t join selected c on c.member_id = t.member_id'
  const ledger = `ledger as materialized (select t.* from selected c
    ${latestOf('c.member_id', idsFrom, how === 'known' ? 'c.last' : undefined)}),`
  const last = isFew
    ? `(select distinct on (t.member_id) t.* from ledger t where t.recorded_at < ${end}
      order by t.member_id, t.seq desc) l on l.member_id = c.member_id`
    : `lateral (select t.available_after, t.held_after from transfer t
      where t.member_id = c.member_id and t.recorded_at < ${end}
      order by t.seq desc limit 1) l on true`
  return `with selected as materialized (${selected}), ${isFew ? ledger : ''}
  movement as (
    select t.member_id, count(*) as moves,
    ${list(POINT_FIGURES.map((figure) => `sum(${countedBy(figure)})::bigint as ${figure}`))}
    from ${transfers}
    where t.id >= ${idsFrom} and t.id < ${idsBefore}
      and t.recorded_at >= ${start} and t.recorded_at < ${end} and ${isCrossing()}
    group by t.member_id
  ),
  early as ( -- numbered before a transfer of the time, and recorded after it
    select t.member_id, sum(${addedTo('available')})::bigint as available,
      sum(${addedTo('held')})::bigint as held
    from ${transfers}
    where t.id >= ${endIdsFrom} and t.id < ${idsBefore} and t.recorded_at >= ${end}
      and exists (select from transfer u
        where u.member_id = t.member_id and u.seq > t.seq and u.recorded_at < ${end})
    group by t.member_id
  ),
  charge as (
    select h.retailer_id as member_id, count(*) as charges, sum(h.paise)::bigint as charge_paise
    from handling_charge h
    where h.state = 1 and h.due_at >= ${start} and h.due_at < ${end}
      and h.retailer_id in (select member_id from selected)
    group by h.retailer_id
  ),
  person as materialized (
    select c.member_id, coalesce(${distributorAt('c.member_id', start)}, 0) as was,
      ${distributorAt('c.member_id', end)} as belongs,
      coalesce(l.available_after, 0) - coalesce(e.available, 0) as available,
      coalesce(l.held_after, 0) - coalesce(e.held, 0) as held
    from selected c
    left join ${last}
    left join early e on e.member_id = c.member_id
  ),
  told as (
    select p.member_id, p.was, coalesce(p.belongs, 0) as now, p.belongs is not null as belongs,
      p.available, p.held, coalesce(v.moves, 0) as moves,
    ${list(POINT_FIGURES.map((figure) => `coalesce(v.${figure}, 0) as ${figure}`))},
      coalesce(c.charges, 0) as charges, coalesce(c.charge_paise, 0) as charge_paise
    from person p
    left join movement v on v.member_id = p.member_id
    left join charge c on c.member_id = p.member_id
  ),
  known as (
    select told.*, available + held - (0 ${effect('told')}) as before,
      moves > 0 or charges > 0 or available + held <> 0 as counts
    from told
  )
  select k.now as distributor_id, k.member_id, k.counts::int as members,
    case when k.was = k.now then k.before else 0 end as opening,
    case when k.was = k.now then 0 else k.before end as moved,
    ${list(POINT_FIGURES.map((figure) => `k.${figure}`))},
    k.available, k.held, k.charges, k.charge_paise
  from known k where k.belongs or k.counts
  union all
  select k.was, k.member_id, 0, k.before, -k.before,
    ${POINT_FIGURES.map(() => '0').join(', ')}, 0, 0, 0, 0
  from known k where k.was <> k.now and k.before <> 0`
}

/** SQL: the figures of distributors, from the rows of their members. */
export function sumsSql(span: Span, selected: string): string {
  const sums = FIGURES.map((figure) => {
    const column = FIGURE_COLUMNS[figure]
    return `sum(s.${column})::${IS_SMALL.has(column) ? 'int' : 'bigint'} as ${column}`
  })
  return `select s.distributor_id, ${list(sums)}
    from (${sharesSql(span, selected, 'many')}) s group by s.distributor_id`
}

export const EVERY_MEMBER = 'select member_id from member'

/** SQL: the members that belong or belonged to some distributors: those whose rows are theirs. */
export function membersOfSql({ start, end }: Span, distributorIds: readonly number[]): string {
  if (distributorIds.some((id) => !Number.isSafeInteger(id))) {
    throw new RangeError('A distributor is a whole number.')
  }
  const ids = `(${distributorIds.join(', ')})`
  const belongs = (moment: string) =>
    `coalesce(${distributorAt('m.member_id', moment)}, 0) in ${ids}`
  const within = distributorIds.includes(0)
    ? ''
    : `m.member_id in (select d.member_id from member_distributor d
        where d.distributor_id in ${ids}) and `
  return `select m.member_id from member m where ${within}(${belongs(end)} or ${belongs(start)})`
}

const sinceOf = (months: number, end: string) =>
  `(((${end} at time zone 'Asia/Kolkata') - interval '${months} months') at time zone 'Asia/Kolkata')`

/**
 * SQL: the whole ledger up to the end in one pass, without a distributor and without the balances
 * that rows tell: the figures, and as `a0`, `a1` … what is left of the points given in the last 3,
 * 6 … months. First in, first out: of what a member has, so much is young as was given since.
 */
export function ledgerSql({ start, end }: Span): string {
  const within = `t.recorded_at >= ${start}`
  const figures = POINT_FIGURES.map(
    (figure) => `coalesce(sum(${countedBy(figure)}) filter (where ${within}), 0) as ${figure}`,
  )
  const since = AGES.map(
    (months, index) =>
      `coalesce(sum(${givenNewly()}) filter (where t.recorded_at >= ${sinceOf(months, end)}), 0) as s${index}`,
  )
  const ages = AGES.map((_, index) => `sum(least(l.available, l.s${index}))::float8 as a${index}`)
  const sum = (column: string) => `coalesce(sum(${column}), 0)::float8`
  return `select count(*) filter (where l.moves > 0 or c.charges > 0
        or l.available + l.held <> 0)::float8 as members,
    ${sum('l.opening')} as opening, 0::float8 as moved,
    ${list(POINT_FIGURES.map((figure) => `${sum(`l.${figure}`)} as ${figure}`))},
    ${sum('l.available')} as available, ${sum('l.held')} as held,
    ${sum('c.charges')} as charges, ${sum('c.paise')} as "chargePaise", ${list(ages)}
  from (
    select t.member_id,
      coalesce(sum(${addedTo('available')} + ${addedTo('held')})
        filter (where t.recorded_at < ${start}), 0) as opening,
    ${list(figures)},
      sum(${addedTo('available')}) as available, sum(${addedTo('held')}) as held,
      count(*) filter (where ${within} and ${isCrossing()}) as moves,
    ${list(since)}
    from transfer t where t.recorded_at < ${end} group by t.member_id
  ) l
  full join (
    select h.retailer_id, count(*) as charges, sum(h.paise) as paise from handling_charge h
    where h.state = 1 and h.due_at >= ${start} and h.due_at < ${end} group by h.retailer_id
  ) c on c.retailer_id = l.member_id`
}
