import type { Cluster, ClusterLinkKind } from '../../../../contract/programme/held-scans.ts'
import { flagsInWords } from '../../../../contract/programme/flag-words.ts'
import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import { dayOf } from '../../../../contract/time.ts'

/** A scan that waits for a person, with what may join it to others. */
export type OpenScan = {
  memberId: number
  scanId: string
  recordedAt: Date
  points: number
  review: 'waiting' | 'flagged'
  flags: ScanFlag[]
  device: string | null
  lat: number | null
  lng: number | null
  retailerId: number | null
  retailerName: string | null
}
export type MemberNamed = { memberId: number; memberCode: string; memberName: string }

type Link = Cluster['links'][number] & { scans: readonly OpenScan[] }
/** So many members must share it: in a town many live within a kilometre. */
const FEWEST: Record<ClusterLinkKind, number> = { account: 2, device: 2, retailer: 2, place: 3 }
const CELLS_PER_DEGREE = 100
const ORDER: readonly ClusterLinkKind[] = ['account', 'device', 'place', 'retailer']

const people = (count: number) => `${count.toLocaleString('en-IN')} members`
const many = (count: number, one: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : `${one}s`}`

function cellOf({ lat, lng }: OpenScan): string | null {
  if (lat === null || lng === null) return null
  return [lat, lng]
    .map((degrees) => (Math.floor(degrees * CELLS_PER_DEGREE) / 100).toFixed(2))
    .join(', ')
}

/** What at least so many members have in common by a key of their scans. */
function linksBy(
  scans: readonly OpenScan[],
  kind: ClusterLinkKind,
  keyOf: (scan: OpenScan) => string | null,
  labelOf: (key: string, first: OpenScan) => string = (key) => key,
): Link[] {
  const groups = Map.groupBy(scans, keyOf)
  return [...groups].flatMap(([key, own]): Link[] => {
    const memberIds = membersOf(own)
    const [first] = own
    if (key === null || !first || memberIds.length < FEWEST[kind]) return []
    return [{ kind, label: labelOf(key, first), memberIds, scans: own }]
  })
}

const membersOf = (scans: readonly OpenScan[]) =>
  [...new Set(scans.map(({ memberId }) => memberId))].toSorted((a, b) => a - b)

function linksOf(scans: readonly OpenScan[], accounts: readonly number[][]): Link[] {
  return [
    ...accounts.map((memberIds): Link => ({
      kind: 'account',
      label: 'One account',
      memberIds,
      scans: [],
    })),
    ...linksBy(scans, 'device', ({ device }) => device),
    ...linksBy(scans, 'place', cellOf),
    ...linksBy(
      scans,
      'retailer',
      ({ retailerId }) => (retailerId === null ? null : String(retailerId)),
      (key, { retailerName }) => retailerName ?? `Retailer ${key}`,
    ),
  ]
}

/** Each member's group: members who share a link, directly or through others, are in one. */
function joined(memberIds: readonly number[], links: readonly Link[]): Map<number, number> {
  const parents = new Map(memberIds.map((id) => [id, id]))
  const rootOf = (id: number): number => {
    const parent = parents.get(id) ?? id
    return parent === id ? id : rootOf(parent)
  }
  for (const { memberIds: shared } of links) {
    const roots = shared.map(rootOf)
    const least = Math.min(...roots)
    for (const root of roots) parents.set(root, least)
  }
  return new Map(memberIds.map((id) => [id, rootOf(id)]))
}

/** So few are named. */
const FEW = 3

function wordsOf(link: Link, all: number, named: readonly MemberNamed[]): string {
  const { kind, label, memberIds, scans } = link
  const who = memberIds.length === all ? people(all) : `${memberIds.length} of them`
  const days = new Set(scans.map(({ recordedAt }) => dayOf(recordedAt))).size
  const when = `on ${many(days, 'day')}`
  switch (kind) {
    case 'account':
      return `${memberIds.length > FEW ? who : namesIn(memberIds, named)} are paid to one account.`
    case 'device':
      return `${who} used one phone (${label}) ${when}.`
    case 'place':
      return `${who} scanned ${many(scans.length, 'coupon')} within about a kilometre (${label}) ${when}.`
    case 'retailer':
      return `${who} scanned ${many(scans.length, 'coupon')} of one retailer, ${label}, ${when}.`
  }
}

function namesIn(memberIds: readonly number[], named: readonly MemberNamed[]): string {
  const names = named.flatMap(({ memberId, memberName }) =>
    memberIds.includes(memberId) ? memberName : [],
  )
  return new Intl.ListFormat('en-GB').format(names)
}

/** What the scans show, in sentences: what the members share, then what the rules said. */
function evidenceOf(
  scans: readonly OpenScan[],
  links: readonly Link[],
  members: readonly MemberNamed[],
): string[] {
  const flagged = Map.groupBy(
    scans.flatMap(({ flags }) => flags),
    (flag) => flag,
  )
  const rules = [...flagged]
    .map(([flag, of]) => ({ flag, count: of.length }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ flag, count }) => `${many(count, 'scan')}: ${flagsInWords([flag])}.`)
  const inOrder = links.toSorted(
    (a, b) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.memberIds.length - a.memberIds.length,
  )
  return [...inOrder.map((link) => wordsOf(link, members.length, members)), ...rules]
}

/** Scans that wait, in groups of members who have something in common; the most points first. */
export function clustersOf(
  scans: readonly OpenScan[],
  named: readonly MemberNamed[],
  accounts: readonly number[][],
): Cluster[] {
  const links = linksOf(scans, accounts)
  const groups = joined(membersOf(scans), links)
  const byGroup = Map.groupBy(scans, ({ memberId }) => groups.get(memberId) ?? memberId)
  return [...byGroup]
    .map(([group, own]): Cluster => {
      const ids = membersOf(own)
      const ownLinks = links.filter(({ memberIds }) => groups.get(memberIds[0] ?? 0) === group)
      const members = named.filter(({ memberId }) => ids.includes(memberId))
      return {
        key: ids.join('-').slice(0, 200),
        points: own.reduce((sum, { points }) => sum + points, 0),
        evidence: evidenceOf(own, ownLinks, members),
        members,
        links: ownLinks.map(({ scans: _scans, ...link }) => link),
        scans: own.map(({ memberId, scanId, recordedAt, points, review, flags }) => ({
          memberId,
          scanId,
          recordedAt: recordedAt.toISOString(),
          points,
          review,
          flags,
        })),
      }
    })
    .toSorted((a, b) => b.points - a.points || (a.key < b.key ? -1 : 1))
}
