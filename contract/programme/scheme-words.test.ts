import { expect, test } from 'vitest'
import { schemeSentence } from './scheme-words.ts'
import { schemeTerms, type SchemeTerms } from './schemes.ts'

const NAMES = {
  product: (id: number) => `Product ${id}`,
  distributor: (id: number) => `Trader ${id}`,
}
const TERMS: SchemeTerms = {
  name: 'Putty festival',
  kind: 'multiplier',
  value: 150,
  slabs: null,
  fromDay: '2026-09-01',
  toDay: '2026-12-31',
  memberKinds: [],
  states: [],
  productIds: [],
  distributorIds: [],
  capPerMember: null,
  budget: 200_000,
  priority: 1,
  stacks: true,
  note: null,
}
const slabs = (...steps: [from: number, points: number][]) => ({
  kind: 'slab' as const,
  value: null,
  slabs: steps.map(([from, points]) => ({ from, points })),
})

test.each<[Partial<SchemeTerms>, string]>([
  [
    {},
    'From 1 Sep 2026 to 31 Dec 2026 gives 50 % more points for each scan. At most 2,00,000 points in all; stacks with others.',
  ],
  [
    { productIds: [1, 2], memberKinds: ['mason'], states: [27], capPerMember: 500 },
    'From 1 Sep 2026 to 31 Dec 2026 gives 50 % more points for each scan of Product 1 and Product 2, to masons in Maharashtra. At most 500 points a member and 2,00,000 points in all; stacks with others.',
  ],
  [
    { kind: 'fixed', value: 1, distributorIds: [1, 2, 3, 4, 5], stacks: false },
    'From 1 Sep 2026 to 31 Dec 2026 gives 1 point more for each scan, to members of Trader 1, Trader 2, Trader 3 and 2 more. At most 2,00,000 points in all; never together with another scheme.',
  ],
  [
    { ...slabs([5, 10], [15, 20]), productIds: [3], memberKinds: ['painter', 'contractor'] },
    'From 1 Sep 2026 to 31 Dec 2026 gives for each scan of Product 3, counted for each member, 10 points more from scan 5 on and 20 points more from scan 15 on, to painters and contractors. At most 2,00,000 points in all; stacks with others.',
  ],
])('a rule in words: %o', (changed, sentence) => {
  expect(schemeSentence({ ...TERMS, ...changed }, NAMES)).toBe(sentence)
})

test.each<[Partial<SchemeTerms>, string | null]>([
  [{}, null],
  [{ value: 100 }, 'value'],
  [{ value: null }, 'value'],
  [{ value: 1_001 }, 'value'],
  [{ kind: 'fixed', value: 0 }, 'value'],
  [{ kind: 'fixed', value: 10_001 }, 'value'],
  [{ kind: 'slab', value: null, slabs: null }, 'slabs'],
  [slabs(), 'slabs'],
  [slabs([5, 1], [5, 2]), 'slabs'],
  [slabs([5, 1], [4, 2]), 'slabs'],
  [slabs([1, 1], [2, 2]), null],
  [{ ...slabs([5, 1]), value: 5 }, 'value'],
  [{ slabs: [] }, 'slabs'],
  [{ fromDay: '2027-01-01' }, 'toDay'],
  [{ fromDay: '2019-12-31' }, 'fromDay'],
  [{ toDay: '2100-01-01' }, 'toDay'],
  [{ capPerMember: 200_001 }, 'capPerMember'],
  [{ capPerMember: 200_000 }, null],
  [{ budget: 0 }, 'budget'],
  [{ priority: 101 }, 'priority'],
])('terms with %o are refused at %s', (changed, field) => {
  const { success, error } = schemeTerms.safeParse({ ...TERMS, ...changed })
  expect(success).toBe(field === null)
  if (field !== null) expect(error?.issues.map(({ path }) => path[0])).toContain(field)
})
