import { expect, test } from 'vitest'
import { clustersOf, type OpenScan } from './clusters.ts'

const named = Array.from({ length: 9 }, (_, i) => ({
  memberId: i + 1,
  memberCode: `M${i + 1}`,
  memberName: `Member ${i + 1}`,
}))
let scans = 0
const scan = (memberId: number, more: Partial<OpenScan> = {}): OpenScan => ({
  memberId,
  scanId: String(++scans),
  recordedAt: new Date('2026-11-20T06:30:00Z'),
  points: 40,
  review: 'waiting',
  flags: ['too_far'],
  device: null,
  lat: null,
  lng: null,
  retailerId: null,
  retailerName: null,
  ...more,
})
const membersIn = (found: ReturnType<typeof clustersOf>) =>
  found.map(({ members }) => members.map(({ memberId }) => memberId))

test('members who share something are together, also through others; the most points first', () => {
  const found = clustersOf(
    [
      scan(1, { device: 'a' }),
      scan(2, { device: 'a', retailerId: 7, retailerName: 'Shop' }),
      scan(3, { retailerId: 7, retailerName: 'Shop' }),
      scan(4, { points: 500 }),
      scan(5),
      scan(6, { device: 'b' }),
    ],
    named,
    [[5, 6]],
  )
  expect(membersIn(found)).toEqual([[4], [1, 2, 3], [5, 6]])
  expect(found[1]?.evidence).toEqual([
    '2 of them used one phone (a) on 1 day.',
    '2 of them scanned 2 coupons of one retailer, Shop, on 1 day.',
    '3 scans: Too far, too soon.',
  ])
  expect(found[2]?.evidence[0]).toBe('Member 5 and Member 6 are paid to one account.')
})

test('two neighbours are no cluster, three at one place are', () => {
  const at = { lat: 21.1458, lng: 79.0882 }
  expect(membersIn(clustersOf([scan(1, at), scan(2, at)], named, []))).toEqual([[1], [2]])
  const three = [1, 2, 3].map((memberId) => scan(memberId, at))
  const [found] = clustersOf(three, named, [])
  expect(found?.evidence[0]).toBe(
    '3 members scanned 3 coupons within about a kilometre (21.14, 79.08) on 1 day.',
  )
})

test('days are those of India', () => {
  const late = new Date('2026-11-20T18:29:00Z')
  const later = new Date('2026-11-20T18:31:00Z')
  const found = clustersOf(
    [scan(1, { device: 'a', recordedAt: late }), scan(2, { device: 'a', recordedAt: later })],
    named,
    [],
  )
  expect(found[0]?.evidence[0]).toBe('2 members used one phone (a) on 2 days.')
})

test('nothing waits: no clusters', () => {
  expect(clustersOf([], named, [])).toEqual([])
})
