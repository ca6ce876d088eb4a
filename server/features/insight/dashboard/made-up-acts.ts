import fc from 'fast-check'

export const MEMBERS = 9

/** A moment, so many hours before now; never so near to one that a test could pass it. */
const hours = fc.integer({ min: 1, max: 300 }).map((whole) => whole + 0.4)
const staff = fc.integer({ min: 0, max: 6 })
const person = fc.integer({ min: 0, max: MEMBERS - 1 })
const points = fc.integer({ min: 1, max: 500 })

const act = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('scan' as const),
      hours,
      person,
      points,
      result: fc.constantFrom(0, 0, 0, 2, 6),
      review: fc.constantFrom(null, null, 0, 1, 2),
      state: fc.constantFrom(27, 29, 9),
      place: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('redeemed' as const),
      hours,
      person,
      points: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('redemption' as const),
      hours,
      person,
      by: fc.option(staff, { nil: null }),
      approver: fc.option(staff, { nil: null }),
      state: fc.constantFrom('requested', 'requested', 'approved', 'rejected', 'cancelled'),
      gift: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('payment' as const),
      hours,
      person,
      by: staff,
      state: fc.constantFrom('proposed', 'declined', 'unknown', 'processed', 'failed', 'reversed'),
      tax: fc.integer({ min: 0, max: 900 }),
      alert: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('enquiry' as const),
      hours,
      person,
      owner: fc.option(staff, { nil: null }),
      state: fc.constantFrom('open', 'in_progress', 'waiting', 'resolved'),
      dispute: fc.constantFrom(null, 'open', 'proposed'),
      proposer: staff,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      hours,
      by: staff,
      approver: fc.option(staff, { nil: null }),
      status: fc.constantFrom('requested', 'generated', 'printed'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjustment' as const),
      hours,
      person,
      by: staff,
      state: fc.constantFrom('requested', 'requested', 'approved'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('scheme' as const),
      hours,
      by: staff,
      status: fc.constantFrom('draft', 'draft', 'ended'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('kyc' as const),
      hours,
      person,
      pending: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settlement' as const),
      hours,
      distributor: fc.integer({ min: 1, max: 3 }),
      monthsAgo: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom('computed', 'approved'),
      by: staff,
    }),
  },
)
export type Act = ReturnType<typeof act.generate>['value']
export type Acts = { [K in Act['kind']]: Extract<Act, { kind: K }> }

/** Whatever is drawn: a redemption that waits for anybody, and one for each person that waits for others. */
const WAITING: readonly Act[] = [null, 0, 1, 2, 3, 4, 5, 6].map((by, hoursAgo) => ({
  kind: 'redemption',
  hours: hoursAgo + 1.4,
  person: 0,
  by,
  approver: null,
  state: 'requested',
  gift: false,
}))

export const actsArbitrary = fc
  .array(act, { minLength: 260, maxLength: 320 })
  .map((drawn) => [...WAITING, ...drawn])
