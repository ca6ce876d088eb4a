import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/distributors.ts'
import type { DistributorListQuery } from '../../../../contract/people/distributors.ts'
import { maskGstin } from '../../../../contract/india.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { gstinOf } from './test-support.ts'

let server: TestServer
let token: string
const NAMES = ['Sharma Traders', 'sharma & Sons', 'Gupta Stores', 'गुप्ता स्टोर्स', 'Zaveri']
const STATES = [27, 8, 29]

/** What the list is compared with: the firms as they were made. */
type Made = {
  distributorId: number
  code: string
  name: string
  state: number
  mobile: string | null
  gstin: string | null
  pan: string | null
  status: 'active' | 'deactivated'
}
const made: Made[] = []

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('admin')).token
  for (let index = 0; index < 60; index++) await makeFirm(index)
})
afterAll(() => server.stop())

async function makeFirm(index: number): Promise<void> {
  const state = STATES[index % 3] ?? 27
  const pan = `LLLPL${String(index + 1).padStart(4, '0')}L`
  const one = {
    code: `L${String((index * 17) % 60).padStart(3, '0')}`,
    name: NAMES[(index * 3) % NAMES.length] ?? '',
    state,
    mobile: index % 3 === 0 ? null : `95${String(index).padStart(8, '0')}`,
    gstin: index % 4 === 0 ? gstinOf(pan, String(state).padStart(2, '0')) : null,
    pan: index % 2 === 0 ? pan : null,
  }
  const { body } = await server.call(contract.createDistributor, {
    token,
    body: { ...one, city: 'Pune' },
  })
  const status = index % 5 === 2 ? ('deactivated' as const) : ('active' as const)
  const params = { distributorId: body.distributorId }
  if (status === 'deactivated') {
    const reason = 'Closed its shop'
    await server.call(contract.deactivateDistributor, { token, params, body: { reason } })
  }
  made.push({ ...one, ...params, status })
}

type Query = Partial<Omit<DistributorListQuery, 'limit'>>
const list = (query: Query & { limit?: number }) =>
  server.call(contract.listDistributors, { token, query })
const byId = (a: Made, b: Made) => a.distributorId - b.distributorId
const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const ORDERS: Record<DistributorListQuery['sort'], (a: Made, b: Made) => number> = {
  newest: (a, b) => byId(b, a),
  oldest: byId,
  name: (a, b) => byText(a.name.toLowerCase(), b.name.toLowerCase()) || byId(a, b),
  code: (a, b) => byText(a.code, b.code),
}

function expected({ q = '', region, status, lacks, sort = 'newest' }: Query): number[] {
  const begins = (name: string) => name.toLowerCase().startsWith(q.toLowerCase())
  const isSought = (one: Made) =>
    [one.code, one.mobile, one.gstin].includes(q.toUpperCase()) || begins(one.name)
  return made
    .filter((one) => !q || isSought(one))
    .filter((one) => !region || region.includes(one.state))
    .filter((one) => !status || status.includes(one.status))
    .filter((one) => !lacks || one[lacks] === null)
    .toSorted(ORDERS[sort])
    .map(({ distributorId }) => distributorId)
}

test('each filter and order gives what a plain look at the distributors gives', async () => {
  const withGstin = made.find(({ gstin }) => gstin !== null)
  const filters: Query[] = [
    {},
    { q: 'sharma' },
    { q: 'l017' },
    { q: '9500000007' },
    { q: withGstin?.gstin?.toLowerCase() ?? '' },
    { q: withGstin?.pan ?? '' },
    { q: 'गुप्ता' },
    { q: '%' },
    { region: [27] },
    { region: [8, 29], status: ['deactivated'] },
    { status: ['active'] },
    { lacks: 'gstin' },
    { lacks: 'pan', region: [8] },
    { lacks: 'mobile', q: 'sharma', status: ['active', 'deactivated'] },
  ]
  for (const filter of filters) {
    for (const sort of ['newest', 'oldest', 'name', 'code'] as const) {
      const { body } = await list({ ...filter, sort, limit: 200, count: 'yes' })
      const wanted = expected({ ...filter, sort })
      const found = body.items.map(({ distributorId }) => distributorId)
      expect([filter, sort, found]).toEqual([filter, sort, wanted])
      expect(body.count).toBe(wanted.length)
    }
  }
  expect(expected({ q: withGstin?.gstin ?? '' })).toHaveLength(1)
})

test('pages join to the whole list, forwards and back, in every order', async () => {
  for (const sort of ['newest', 'oldest', 'name', 'code'] as const) {
    const seen: number[] = []
    let after: string | undefined
    let previous: string | null = null
    do {
      const { body } = await list({ sort, after, limit: 7 })
      seen.push(...body.items.map(({ distributorId }) => distributorId))
      after = body.next ?? undefined
      previous = body.previous
    } while (after)
    expect([sort, seen]).toEqual([sort, expected({ sort })])
    const { body } = await list({ sort, before: previous ?? '', limit: 7 })
    const last = seen.length % 7 || 7
    expect(body.items.map(({ distributorId }) => distributorId)).toEqual(
      seen.slice(-last - 7, -last),
    )
  }
})

test('a row counts its members and shows masks only', async () => {
  const one = made.find(({ gstin }) => gstin !== null)
  for (let index = 0; index < 3; index++) {
    const { memberId } = await server.member('retailer')
    await server.db
      .updateTable('member')
      .set({ distributor_id: one?.distributorId ?? null })
      .where('member_id', '=', memberId)
      .execute()
  }
  await server.member('retailer')
  const { body } = await list({ q: one?.code })
  expect(body.items).toMatchObject([{ members: 3, gstin: maskGstin(one?.gstin ?? '') }])
  expect(JSON.stringify(body)).not.toContain(one?.pan ?? 'none')
})
