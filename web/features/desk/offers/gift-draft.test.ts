import { expect, test } from 'vitest'
import { saveGiftItem, type GiftItem } from '../../../../contract/desk/offers.ts'
import { bodyOfDraft, changeOf, draftOf, EMPTY_GIFT } from './gift-draft.ts'

const DRILL: GiftItem = {
  giftId: 7,
  code: 'DRILL-01',
  name: 'Drill',
  text: '',
  points: 12_000,
  valuePaise: 2_345_06,
  mediaId: null,
  media: null,
  active: true,
  stock: 4,
  promised: 2,
  given: 9,
}

test('a gift that is opened and saved again costs what it cost, to the paisa', () => {
  const draft = draftOf(DRILL)
  expect(draft.cost).toBe('2345.06')
  expect(saveGiftItem.body?.parse(bodyOfDraft(draft, DRILL.giftId))).toMatchObject({
    giftId: 7,
    points: 12_000,
    valuePaise: 2_345_06,
  })
})

test('rupees are read by their digits; what is no amount is refused at its field', () => {
  const paise = (cost: string) => bodyOfDraft({ ...EMPTY_GIFT, cost }, undefined).valuePaise
  expect(paise('1,12,345.1')).toBe(1_12_345_10)
  expect(paise('0.29')).toBe(29)
  expect(paise('12.345')).toBe(0)
  const refused = saveGiftItem.body?.safeParse(bodyOfDraft(EMPTY_GIFT, undefined))
  const messages = refused?.error?.issues.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )
  expect(messages).toEqual(
    expect.arrayContaining([
      'points: A gift costs at least one point.',
      'valuePaise: Say what it costs.',
      'code: A code has 3 to 20 letters, digits and hyphens.',
    ]),
  )
})

test('what is taken out is sent as less', () => {
  expect(changeOf({ way: 'in', pieces: 5, reason: '' })).toBe(5)
  expect(changeOf({ way: 'out', pieces: 5, reason: '' })).toBe(-5)
  expect(changeOf({ way: 'out', pieces: '', reason: '' })).toBe(0)
})
