import { expect, test } from 'vitest'
import { audienceWords } from './audience-words.ts'
import { audience, type Audience } from './audience.ts'

const NAMES = { distributor: (id: number) => `Trader ${id}` }

test.each<[Partial<Audience>, string]>([
  [{}, 'All active members'],
  [{ kinds: ['mason'] }, 'Masons'],
  [{ states: [24] }, 'Members in Gujarat'],
  [{ distributorIds: [3, 8] }, 'Members of Trader 3 and Trader 8'],
  [{ languages: ['hi'] }, 'Members who read Hindi'],
  [{ kycStates: ['none', 'resubmit'] }, 'Members whose KYC is not sent yet or asked for again'],
  [
    { kycStates: ['none', 'pending', 'resubmit', 'approved', 'rejected'] },
    'Members whose KYC is not sent yet, waiting, asked for again, approved or rejected',
  ],
  [{ activity: { scanned: 'not_within', days: 1 } }, 'Members who did not scan in the last day'],
  [
    {
      kinds: ['retailer', 'mason'],
      states: [24],
      kycStates: ['approved'],
      activity: { scanned: 'within', days: 30 },
    },
    'Retailers and masons in Gujarat whose KYC is approved and who scanned in the last 30 days',
  ],
  [
    {
      kinds: ['painter'],
      states: [1, 2, 3, 4, 5],
      distributorIds: [3],
      kycStates: ['pending'],
      languages: ['en', 'hi'],
      activity: { scanned: 'within', days: 7 },
    },
    'Painters in Jammu and Kashmir, Himachal Pradesh, Punjab and 2 more of Trader 3 whose KYC is waiting, who read English or Hindi and who scanned in the last 7 days',
  ],
])('an audience of %o reads in words', (selected, words) => {
  expect(audienceWords({ ...audience.parse({}), ...selected }, NAMES)).toBe(words)
})
