import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RULE_KEYS } from '../../../../contract/platform/rule-definitions.ts'
import { listRules } from '../../../../contract/platform/rules.ts'
import { listTemplates } from '../../../../contract/platform/message-templates.ts'
import { listTaxRules } from '../../../../contract/money/tax-rules.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { listProducts } from '../../../../contract/programme/products.ts'
import { transaction } from '../../../db/database.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { compare } from './differences.ts'
import { planInWords } from './plan-words.ts'
import { readProgrammeFile, type ProgrammeFile } from './programme-file.ts'
import * as service from './programme-file.service.ts'

const FILE = {
  format: 'hil-programme',
  version: 1,
  programme: {
    name: 'Shakti Rewards',
    colour: '#1f5eb8',
    supportPhone: null,
    supportEmail: 'help@shakti.example',
    languages: ['hi', 'en'],
    legalName: 'Shakti Putty Limited',
    address: '7 Mill Road, Pune 411001',
    gstin: null,
    pan: 'ABCPE1234F',
    tan: null,
  },
  rules: { pointValuePaise: 125 },
  productGroups: [{ name: 'Putty' }, { name: 'Old range', active: false }],
  territories: [{ code: 'N1', name: 'North one', states: [8], pinPrefixes: ['302'] }],
  plants: [{ code: 'JAI', name: 'Jaipur works', state: 8, city: 'Jaipur', lines: ['Line 1'] }],
  products: [
    { code: 'WP40', name: 'Wall Putty 40 kg', group: 'Putty', points: 40 },
    { code: 'OLD1', name: 'Old Putty', group: 'Old range', points: 10, active: false },
  ],
  cannedAnswers: [
    { title: 'Where is it', category: null, en: 'We look at {number}.', hi: 'हम देखते हैं।' },
  ],
  messages: [
    {
      occasion: 'kyc_approved',
      language: 'en',
      subject: null,
      body: '{programme}: your KYC is fine.',
      dltTemplate: '1107161234567890123',
    },
  ],
}

const TAX = {
  fromDay: '2090-04-01',
  section: 'Section 393',
  form: 'Form 140',
  paymentCode: null,
  thresholdPaise: 2_000_000,
  rateBps: 1000,
  rateNoPanBps: 2000,
}

let server: TestServer
let admin: { token: string; staffId: number }
let email: string

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  const row = await server.db
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', admin.staffId)
    .executeTakeFirstOrThrow()
  email = row.email
})
afterAll(() => server.stop())

const fileOf = (changed: object = {}): ProgrammeFile =>
  readProgrammeFile(JSON.stringify({ ...FILE, ...changed }))

async function importFile(file: ProgrammeFile): Promise<service.Plan> {
  const { context } = server
  const plan = await service.planOf(context, file)
  const caller = await service.importerNamed(context, email)
  await service.importProgramme(context, { file, plan, caller, reason: 'Import of a test' })
  return plan
}

describe('an import', () => {
  test('makes what the file has, and what two people decide waits for the second one', async () => {
    const plan = await importFile(fileOf())
    expect(planInWords(plan)).toEqual(
      expect.arrayContaining([
        '+ Programme and company: new',
        '+ Product group Old range: new',
        '+ Plant JAI: new',
        '+ Product WP40: new',
        '~ Rule “Value of a point”: value 100 → 125 (waits for another person)',
      ]),
    )
    const { body } = await server.call(listRules, { token: admin.token })
    const rule = body.rules.find((one) => one.rule === 'pointValuePaise')
    expect(rule).toMatchObject({
      value: 100,
      proposal: { value: 125, proposedBy: { staffId: admin.staffId } },
    })
    const products = await server.call(listProducts, { token: admin.token })
    expect(products.body.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'WP40', points: 40, status: 'active' }),
        expect.objectContaining({ code: 'OLD1', status: 'deactivated' }),
      ]),
    )
    const { keys } = server.context
    expect(await transaction(server.db, (tx) => verifyAudit(tx, keys))).toMatchObject({
      broken: null,
    })
  })

  test('of what was exported changes nothing', async () => {
    const text = await service.exportProgramme(server.context)
    const file = readProgrammeFile(text)
    expect(Object.keys(file.rules ?? {})).toEqual([...RULE_KEYS])
    const plan = await service.planOf(server.context, file)
    expect(plan).toEqual({ changes: [], onlyHere: [] })
    expect(await service.exportProgramme(server.context)).toBe(text)
    expect(text).not.toContain(email)
  })

  test('of a text with a code proposes it, and one that does not fit is refused with its name', async () => {
    const text = {
      occasion: 'sign_in_otp',
      language: 'en',
      subject: null,
      body: '{code} opens {programme}.',
      dltTemplate: null,
    }
    const plan = await service.planOf(
      server.context,
      fileOf({ rules: undefined, messages: [text] }),
    )
    expect(planInWords(plan)).toContain(
      '+ Message sign_in_otp (en): new (waits for another person)',
    )
    await importFile(fileOf({ rules: undefined, messages: [text] }))
    const { body } = await server.call(listTemplates, { token: admin.token })
    const row = body.templates.find(
      ({ occasion, language }) => occasion === 'sign_in_otp' && language === 'en',
    )
    expect(row).toMatchObject({ setBy: null, proposal: { body: text.body, state: 'proposed' } })
    const kyc = { ...text, occasion: 'kyc_approved', language: 'hi' }
    const evil = { ...kyc, body: '{programme}: see https://evil.example' }
    await expect(importFile(fileOf({ rules: undefined, messages: [evil] }))).rejects.toThrow(
      /^Message kyc_approved \(hi\): “evil.example” reads as a link/,
    )
  })

  test('of more points proposes them, and of fewer plans them from today', async () => {
    const [putty, old] = FILE.products
    const rest = { rules: undefined }
    const more = fileOf({ ...rest, products: [{ ...putty, points: 60 }, old] })
    expect((await importFile(more)).changes).toEqual([
      {
        noun: 'Product',
        name: 'WP40',
        kind: 'change',
        fields: [{ field: 'points', before: 40, after: 60 }],
        waits: true,
      },
    ])
    const products = await server.call(listProducts, { token: admin.token, query: { q: 'WP40' } })
    expect(products.body.items[0]).toMatchObject({ points: 40, waiting: 1 })
  })

  test('of dated tax rules proposes each of them, and leaves days that have begun', async () => {
    const soon = addDays(dayOf(new Date()), 20)
    const later = addDays(soon, 100)
    const text = await service.exportProgramme(server.context)
    const here = readProgrammeFile(text).taxRules ?? []
    expect(here.map(({ fromDay }) => fromDay)).toEqual(['2026-04-01', '2022-07-01'])
    const [latest] = here
    const coming = { ...latest, fromDay: soon, rateBps: 500, rateNoPanBps: 2000 }
    const taxRules = [{ ...coming, fromDay: later, rateBps: 300 }, coming, ...here]
    const plan = await importFile(fileOf({ rules: undefined, products: undefined, taxRules }))
    expect(planInWords(plan)).toEqual(
      expect.arrayContaining([
        `+ Tax rule from ${soon}: new (waits for another person)`,
        `+ Tax rule from ${later}: new (waits for another person)`,
      ]),
    )
    const { body } = await server.call(listTaxRules, { token: admin.token })
    expect(body.rules.map(({ fromDay }) => fromDay)).toEqual(['2026-04-01', '2022-07-01'])
    expect(body.changes).toMatchObject([
      { fromDay: soon, rateBps: 500, state: 'proposed', proposedBy: { staffId: admin.staffId } },
      { fromDay: later, rateBps: 300, state: 'proposed', reason: 'Import of a test' },
    ])
    const past = [{ ...latest, rateBps: 900 }]
    await expect(
      importFile(fileOf({ rules: undefined, products: undefined, taxRules: past })),
    ).rejects.toThrow(
      'Tax rule from 2026-04-01: This day has begun, and a day keeps its rule. Take the rule out of the file, or give it a later day.',
    )
  })

  test('that is refused in the middle leaves nothing behind', async () => {
    const plants = [...FILE.plants, { code: 'PUN', name: 'Pune works', state: 27, city: 'Pune' }]
    const products = [{ code: 'NEW1', name: 'New one', group: 'No such group', points: 5 }]
    const before = await service.exportProgramme(server.context)
    await expect(importFile(fileOf({ rules: undefined, plants, products }))).rejects.toThrow(
      /^Product NEW1: /,
    )
    expect(await service.exportProgramme(server.context)).toBe(before)
  })

  test('is refused where the programme changed since the difference was shown', async () => {
    const { context } = server
    const file = fileOf({ rules: undefined, plants: [{ ...FILE.plants[0], city: 'Sanganer' }] })
    const plan = await service.planOf(context, file)
    const caller = await service.importerNamed(context, email)
    await server.db
      .updateTable('plant')
      .set({ name: 'Other name' })
      .where('code', '=', 'JAI')
      .execute()
    const given = { file, plan, caller, reason: 'Import of a test' }
    await expect(service.importProgramme(context, given)).rejects.toThrow('run it again')
  })

  test('is made by an active account that may change the programme', async () => {
    for (const who of ['nobody@hil.example', await emailOf('cs')]) {
      await expect(service.importerNamed(server.context, who)).rejects.toThrow(
        `${who} is not an active account that may change the programme.`,
      )
    }
  })
})

async function emailOf(role: 'cs'): Promise<string> {
  const { staffId } = await server.staff(role)
  const row = await server.db
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return row.email
}

test.each([
  ['not JSON', '{', /^This is not JSON/],
  ['another file', '{"format":"x"}', /not a programme file/],
  ['a later version', JSON.stringify({ ...FILE, version: 2 }), /version 1/],
  [
    'an unknown field',
    JSON.stringify({ ...FILE, plants: [{ ...FILE.plants[0], colour: 'red' }] }),
    /plants › 1: There is no colour here/,
  ],
  [
    'a PAN that is not in its GSTIN',
    JSON.stringify({ ...FILE, programme: { ...FILE.programme, gstin: '08ABCPX1234F1ZX' } }),
    /programme › (pan|gstin)/,
  ],
  [
    'a tax that is less without a PAN',
    JSON.stringify({ ...FILE, taxRules: [{ ...TAX, rateNoPanBps: 500 }] }),
    /taxRules › 1 › rateNoPanBps: Without a PAN not less than with one/,
  ],
  [
    'an unknown field of a tax rule',
    JSON.stringify({ ...FILE, taxRules: [{ ...TAX, colour: 'red' }] }),
    /taxRules › 1: There is no colour here/,
  ],
  [
    'a wrong value',
    JSON.stringify({ ...FILE, rules: { pointValuePaise: 0 } }),
    /rules › pointValuePaise/,
  ],
])('a file with %s is refused in words', (_what, text, words) => {
  expect(() => readProgrammeFile(text)).toThrow(words)
})

test('differences tell what is new, changed, only here and named twice', () => {
  const here = [
    { name: 'a', value: 1 },
    { name: 'b', value: [1, 2] },
    { name: 'c', value: null },
  ]
  const file = [
    { name: 'a', value: 1 },
    { name: 'b', value: [2, 1] },
    { name: 'd', value: 4 },
    { name: 'd', value: 5 },
  ]
  expect(compare<{ name: string; value: unknown }>(here, file, ({ name }) => name)).toEqual({
    differences: [
      {
        kind: 'change',
        name: 'b',
        item: file[1],
        before: here[1],
        fields: [{ field: 'value', before: [1, 2], after: [2, 1] }],
      },
      { kind: 'add', name: 'd', item: file[2] },
    ],
    onlyHere: ['c'],
    doubles: ['d'],
  })
})
