import { describe, expect, it } from 'vitest'
import {
  distributorChange,
  newDistributor,
  type DistributorDetail,
} from '../../../../contract/people/distributors.ts'
import { gstinCheck, maskGstin, maskPan } from '../../../../contract/india.ts'
import {
  changeBodyOf,
  draftOf,
  EMPTY_FIRM,
  gstinWords,
  misfitsOf,
  newBodyOf,
  NOTHING_STORED,
  typeGstin,
  type FirmDraft,
} from './distributor-draft.ts'

const PAN = 'ABCPE1234F'
const OTHER_PAN = 'ZZZPK9876Q'
const gstinOf = (state: string, pan: string): string =>
  `${state}${pan}1Z${gstinCheck(`${state}${pan}1Z`)}`
const GSTIN = gstinOf('27', PAN)
const stored = { gstin: maskGstin(GSTIN), pan: maskPan(PAN) }

const FIRM: DistributorDetail = {
  version: 0,
  distributorId: 4,
  code: 'D004',
  name: 'Shree Traders',
  state: 27,
  city: 'Pune',
  territory: null,
  contactName: 'Asha Patil',
  mobile: '9876543210',
  email: null,
  address: null,
  pincode: '411001',
  gstin: stored.gstin,
  pan: stored.pan,
  status: 'active',
  members: 3,
  addedAt: null,
  leftReason: null,
  samePan: [],
  events: [],
}
const typed = (text: string, draft: FirmDraft = EMPTY_FIRM): FirmDraft =>
  typeGstin(draft, text, NOTHING_STORED)

describe('a GSTIN that is typed', () => {
  it('fills the PAN inside it and the state once it is whole, also in groups and small letters', () => {
    expect(typed(GSTIN.slice(0, 14))).toMatchObject({ state: '', pan: { text: '' } })
    const spaced = `${GSTIN.slice(0, 2)} ${GSTIN.slice(2).toLowerCase()}`
    expect(typed(spaced)).toMatchObject({ state: '27', pan: { text: PAN }, panFilled: true })
  })

  it('of a state that is no more chooses the state that has it now', () => {
    expect(typed(gstinOf('25', PAN)).state).toBe('26')
    expect(misfitsOf(typed(gstinOf('28', PAN)), NOTHING_STORED)).toEqual({})
  })

  it('changes a PAN that it filled itself and leaves one that was typed', () => {
    const filled = typed(GSTIN)
    expect(typed(gstinOf('27', OTHER_PAN), filled).pan.text).toBe(OTHER_PAN)
    const byHand = { ...EMPTY_FIRM, pan: { mode: 'type' as const, text: OTHER_PAN } }
    expect(typed(GSTIN, byHand).pan.text).toBe(OTHER_PAN)
    expect(misfitsOf(typed(GSTIN, byHand), NOTHING_STORED).pan).toMatch('The PAN inside')
  })

  it('is judged only when all of it is there', () => {
    const wrong = GSTIN.slice(0, 14) + (GSTIN.endsWith('A') ? 'B' : 'A')
    expect(gstinWords(typed(wrong.slice(0, 14)))).toEqual({})
    expect(gstinWords(typed(wrong)).error).toMatch(`should be ${GSTIN.at(-1)}`)
    expect(gstinWords(typed(GSTIN)).fits).toBe(`It fits: Maharashtra, with the PAN ${PAN}.`)
    const elsewhere = typed(GSTIN, { ...EMPTY_FIRM, state: '24' })
    expect(elsewhere.state).toBe('24')
    expect(gstinWords(elsewhere).error).toMatch('another state')
    expect(misfitsOf(elsewhere, NOTHING_STORED).gstin).toMatch('another state')
  })
})

describe('a firm with numbers on record', () => {
  const draft = draftOf(FIRM)
  const sent = (change: FirmDraft) =>
    distributorChange.parse({ ...changeBodyOf(change), version: 1 })

  it('keeps what is not touched, and sends null for what is taken away', () => {
    expect(misfitsOf(draft, stored)).toEqual({})
    const { gstin, pan, ...rest } = sent(draft)
    expect([gstin, pan]).toEqual([undefined, undefined])
    expect(rest).toMatchObject({ code: 'D004', state: 27, territory: null, pincode: '411001' })
    const away = { mode: 'remove' as const, text: '' }
    expect(sent({ ...draft, gstin: away, pan: away })).toMatchObject({ gstin: null, pan: null })
    expect(misfitsOf({ ...draft, pan: away }, stored).pan).toMatch('take both away')
  })

  it('replaces the PAN with the GSTIN where its mask is another, and only then', () => {
    expect(typeGstin(draft, gstinOf('27', PAN), stored).pan.mode).toBe('keep')
    const other = typeGstin(draft, gstinOf('27', OTHER_PAN), stored)
    expect(sent(other)).toMatchObject({ gstin: gstinOf('27', OTHER_PAN), pan: OTHER_PAN })
  })

  it('does not take a number away because nothing was typed, and fits the state by the mask', () => {
    const empty = { ...draft, gstin: { mode: 'type' as const, text: ' ' } }
    expect(misfitsOf(empty, stored).gstin).toMatch('Type the new GSTIN')
    expect(misfitsOf({ ...draft, state: '24' }, stored).state).toMatch('another state')
    const typedPan = { ...draft, pan: { mode: 'type' as const, text: OTHER_PAN } }
    expect(misfitsOf(typedPan, stored).pan).toMatch('on record is another')
  })
})

it('a new firm without a state is asked for one, and empty fields are sent as nothing', () => {
  const read = newDistributor.safeParse(
    newBodyOf({ ...EMPTY_FIRM, code: 'D9', name: 'Firm', city: 'Pune' }),
  )
  expect(read.error?.issues.map(({ message }) => message)).toEqual(['Choose a state.'])
  const body = newBodyOf({ ...EMPTY_FIRM, code: 'd9', name: 'Firm', city: 'Pune', state: '27' })
  expect(newDistributor.parse(body)).toMatchObject({
    code: 'D9',
    gstin: null,
    pan: null,
    email: null,
  })
})
