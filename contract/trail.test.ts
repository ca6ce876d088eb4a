import { expect, test } from 'vitest'
import { plainWords } from './trail.ts'

test('names of the trail are read as words', () => {
  const names = ['coupon_batch', 'batch.approved', 'sentToState', 'points.adjust.requested']
  expect(names.map(plainWords)).toEqual([
    'Coupon batch',
    'Batch approved',
    'Sent to state',
    'Points adjust requested',
  ])
})
