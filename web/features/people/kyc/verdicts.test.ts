import { describe, expect, test } from 'vitest'
import { type KycField } from '../../../../contract/people/kyc-states.ts'
import { kycDecision, type KycFieldDetail } from '../../../../contract/people/kyc.ts'
import {
  NO_DRAFT,
  act,
  selectedOf,
  decisionBody,
  outcomeOf,
  outdated,
  slotsOf,
  undecided,
  verdictOn,
  type Act,
  type Draft,
  type Slot,
  type Verdict,
} from './verdicts.ts'

const ACCEPT: Verdict = { accept: true }
const reason = (key: string) => ({ key, label: 'Name', en: 'In English.', hi: 'हिंदी में।' })
const UNREADABLE: Verdict = { accept: false, reason: reason('unreadable'), note: '' }

function field(name: KycField, changes: Partial<KycFieldDetail> = {}): KycFieldDetail {
  return {
    field: name,
    state: 'pending',
    parts: [],
    submittedAt: '2026-11-20T08:00:00.000Z',
    round: 1,
    document: null,
    checks: [{ label: 'Format', state: 'ok', detail: 'It is right.' }],
    duplicates: [],
    reason: null,
    note: null,
    decidedBy: null,
    decidedAt: null,
    ...changes,
  }
}

const doubtful: Partial<KycFieldDetail> = {
  checks: [{ label: 'Name', state: 'warn', detail: 'They agree in part.' }],
}
const shared: Partial<KycFieldDetail> = {
  duplicates: [{ memberId: 7, memberCode: 'HIL000007', memberName: 'Ravi', kycState: 'approved' }],
}
const slots = slotsOf({ fields: [field('pan'), field('bank', doubtful), field('selfie')] })
const judge = (field: KycField, verdict: Verdict): Act => ({ type: 'judge', field, verdict })
const after = (acts: Act[], on: readonly Slot[] = slots, from: Draft = NO_DRAFT): Draft =>
  acts.reduce((draft, done) => act(draft, on, done), from)
const verdicts = (draft: Draft, on: readonly Slot[] = slots) =>
  on.map((slot) => verdictOn(draft, slot)?.accept ?? null)

describe('which field comes next', () => {
  test('at first the first one that waits', () => {
    const fields = [field('pan', { state: 'accepted' }), field('bank')]
    expect(selectedOf(NO_DRAFT, slotsOf({ fields }))).toBe('bank')
  })
  test('after a verdict the next without one, going round', () => {
    const draft = after([judge('pan', ACCEPT)])
    expect(selectedOf(draft, slots)).toBe('bank')
    const last = after([judge('selfie', ACCEPT)], slots, draft)
    expect(selectedOf(last, slots)).toBe('bank')
    expect(selectedOf(after([judge('bank', ACCEPT)], slots, last), slots)).toBe('bank')
  })
  test('a verdict may be changed, and a field selected that has one', () => {
    const draft = after([judge('pan', ACCEPT), judge('pan', UNREADABLE)])
    expect(verdicts(draft)).toEqual([false, null, null])
    expect(selectedOf(after([{ type: 'choose', field: 'pan' }], slots, draft), slots)).toBe('pan')
  })
})

describe('what is clean', () => {
  test('is accepted at once; a doubt or a duplicate is left to be looked at', () => {
    const mixed = slotsOf({
      fields: [field('pan', shared), field('bank', doubtful), field('selfie'), field('aadhaar')],
    })
    const draft = after([{ type: 'acceptClean' }], mixed)
    expect(verdicts(draft, mixed)).toEqual([null, null, true, true])
    expect(undecided(draft, mixed)).toEqual(['pan', 'bank'])
    expect(selectedOf(draft, mixed)).toBe('pan')
  })
  test('keeps a verdict that was given before', () => {
    const draft = after([judge('pan', UNREADABLE), { type: 'acceptClean' }])
    expect(verdicts(draft)).toEqual([false, null, true])
  })
  test('nothing clean changes nothing', () => {
    const all = after([{ type: 'acceptClean' }])
    expect(act(all, slots, { type: 'acceptClean' })).toBe(all)
  })
})

describe('undoing', () => {
  test('goes back step by step to where it began, with the field that was selected', () => {
    const first = after([judge('pan', ACCEPT)])
    const second = after([{ type: 'acceptClean' }], slots, first)
    const back = act(second, slots, { type: 'undo' })
    expect(verdicts(back)).toEqual([true, null, null])
    expect(selectedOf(back, slots)).toBe('bank')
    const begin = act(back, slots, { type: 'undo' })
    expect(verdicts(begin)).toEqual([null, null, null])
    expect(selectedOf(begin, slots)).toBe('pan')
    expect(act(begin, slots, { type: 'undo' })).toBe(begin)
  })
  test('brings back the verdict that was changed', () => {
    const draft = after([judge('pan', UNREADABLE), judge('pan', ACCEPT), { type: 'undo' }])
    expect(verdictOn(draft, slots[0] ?? slot('pan'))).toEqual(UNREADABLE)
  })
})

const slot = (name: KycField): Slot => ({ field: name, stamp: '', waiting: true, clean: true })

describe('what has changed meanwhile', () => {
  const draft = after([judge('pan', ACCEPT), judge('bank', UNREADABLE), judge('selfie', ACCEPT)])
  test('a field that was sent again needs a new verdict; the others keep theirs', () => {
    const again = { round: 2, submittedAt: '2026-11-21T08:00:00.000Z' }
    const now = slotsOf({ fields: [field('pan'), field('bank', again), field('selfie')] })
    expect(verdicts(draft, now)).toEqual([true, null, true])
    expect(outdated(draft, now)).toEqual(['bank'])
    expect(outcomeOf(draft, now)).toEqual({ kind: 'undecided', left: ['bank'] })
  })
  test('another document under the same field is another thing', () => {
    const document = { documentId: '8f14e45f-ceea-467f-a3d5-000000000001', pages: [] }
    const now = slotsOf({ fields: [field('pan', { document }), field('bank'), field('selfie')] })
    expect(outdated(draft, now)).toEqual(['pan'])
  })
  test('what somebody else decided is not decided again', () => {
    const fields = [field('pan', { state: 'accepted' }), field('bank'), field('selfie')]
    const now = slotsOf({ fields })
    expect(now.map((slot) => slot.field)).toEqual(['bank', 'selfie', 'pan'])
    const body = decisionBody(draft, { slots: now, version: 4 }, { decision: 'resubmit', note: '' })
    expect(body.fields.map(({ field }) => field)).toEqual(['bank', 'selfie'])
    expect(act(draft, now, judge('pan', UNREADABLE))).toBe(draft)
  })
  test('a field that is gone is not selected', () => {
    const on = after([{ type: 'choose', field: 'selfie' }])
    const now = slotsOf({ fields: [field('pan'), field('bank')] })
    expect(selectedOf(on, now)).toBe('pan')
    expect(act(on, now, { type: 'choose', field: 'upi' })).toBe(on)
  })
})

describe('what the verdicts come to', () => {
  test('a field without one leaves it open', () => {
    expect(outcomeOf(after([judge('pan', ACCEPT)]), slots)).toEqual({
      kind: 'undecided',
      left: ['bank', 'selfie'],
    })
  })
  test('all accepted is an approval, one refused asks again', () => {
    const all = after([{ type: 'acceptClean' }, judge('bank', ACCEPT)])
    expect(outcomeOf(all, slots)).toEqual({ kind: 'approve' })
    expect(outcomeOf(after([judge('selfie', UNREADABLE)], slots, all), slots)).toEqual({
      kind: 'resubmit',
      refused: ['selfie'],
      lacking: [],
    })
    expect(outcomeOf(all, slots, ['gstin'])).toEqual({
      kind: 'resubmit',
      refused: [],
      lacking: ['gstin'],
    })
  })
})

describe('the decision as it is sent', () => {
  const draft = after([
    judge('pan', ACCEPT),
    judge('bank', {
      accept: false,
      reason: reason('other'),
      note: 'The IFSC is of another branch.',
    }),
  ])
  test('names the version, and leaves out notes that are empty', () => {
    const done = after([judge('selfie', UNREADABLE)], slots, draft)
    const body = decisionBody(done, { slots, version: 3 }, { decision: 'resubmit', note: '' })
    expect(kycDecision.parse(body)).toEqual({
      version: 3,
      decision: 'resubmit',
      fields: [
        { field: 'pan', accept: true },
        { field: 'bank', accept: false, reason: 'other', note: 'The IFSC is of another branch.' },
        { field: 'selfie', accept: false, reason: 'unreadable' },
      ],
    })
  })
  test('a rejection refuses what has no verdict yet, with its own words', () => {
    const note = 'Pictures of somebody else.'
    const body = decisionBody(draft, { slots, version: 3 }, { decision: 'reject', note })
    expect(kycDecision.parse(body)).toMatchObject({
      decision: 'reject',
      note,
      fields: [
        { field: 'pan', accept: true },
        { field: 'bank', reason: 'other', note: 'The IFSC is of another branch.' },
        { field: 'selfie', accept: false, reason: 'other', note },
      ],
    })
  })
})
