import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../../../contract/people/catalogue.ts'
import {
  createDistributor,
  deactivateDistributor,
} from '../../../../contract/people/distributors.ts'
import * as contract from '../../../../contract/programme/schemes.ts'
import type { SchemeListQuery, SchemeTerms } from '../../../../contract/programme/schemes.ts'
import { addDays } from '../../../../contract/time.ts'
import { anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import {
  activated,
  drafted,
  simulated,
  team,
  termsWith,
  today,
  trailOf,
  type Team,
} from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
  await anyProduct(server.db)
})
afterAll(() => server.stop())

const edit = (who: { token: string }, schemeId: number, terms: SchemeTerms, version: number) =>
  server.call(contract.editScheme, {
    token: who.token,
    params: { schemeId },
    body: { terms, version },
  })

describe('a draft', () => {
  test('is kept as it was sent, tidied, told in words, and on record', async () => {
    const productId = await anyProduct(server.db)
    const sent = { productIds: [productId, productId], states: [29, 27, 29], note: 'Monsoon' }
    const scheme = await drafted(server, people, sent)
    const kept = { ...termsWith(sent), productIds: [productId], states: [27, 29] }
    expect(scheme).toMatchObject({
      status: 'draft',
      terms: kept,
      version: 1,
      createdBy: 'Test cs',
      createdById: people.maker.staffId,
      makerIds: [people.maker.staffId],
      spent: 0,
      bonuses: 0,
      members: 0,
      days: [],
      simulation: null,
      events: [{ action: 'draft', by: 'Test cs' }],
    })
    expect(scheme.sentence).toContain(
      'gives 10 points more for each scan of Test product, to members in Maharashtra and Karnataka. At most 10,000 points in all',
    )
    expect(await trailOf(server, scheme.schemeId)).toMatchObject([
      { action: 'scheme.drafted', staffId: people.maker.staffId, after: kept },
    ])
  })

  test('keeps slabs and the last day of a month as such', async () => {
    const slabs = [
      { from: 5, points: 10 },
      { from: 15, points: 20 },
    ]
    const changed = {
      kind: 'slab',
      value: null,
      slabs,
      fromDay: '2030-01-31',
      toDay: '2030-02-28',
    } as const
    const { terms } = await drafted(server, people, changed)
    expect(terms).toEqual(termsWith(changed))
  })

  test('is refused at the fields that are wrong, also where the thing does not exist', async () => {
    const { token } = people.maker
    const refused = async (changed: Partial<SchemeTerms>) => {
      const body = termsWith(changed)
      const answers = [
        await server.call(contract.draftScheme, { token, body }),
        await server.call(contract.checkScheme, { token, body }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([400, 400])
      return answers[0]?.body
    }
    expect(await refused({ toDay: addDays(today(), -1) })).toMatchObject({
      fields: { toDay: 'The last day must not be before the first.' },
    })
    expect(await refused({ value: null })).toMatchObject({ fields: { value: 'At least 1 point.' } })
    expect(await refused({ productIds: [999], distributorIds: [999] })).toMatchObject({
      fields: {
        productIds: 'One of these products is not known. Choose from the list.',
        distributorIds: 'One of these distributors is not known. Choose from the list.',
      },
    })
  })

  test('is for no distributor that left, but keeps one that it had; a copy leaves it behind', async () => {
    const { token } = people.maker
    const admin = await server.staff('admin')
    const made = async (code: string) => {
      const body = { code, name: `Firm ${code}`, state: 27, city: 'Pune' }
      const { body: firm } = await server.call(createDistributor, { token: admin.token, body })
      return firm.distributorId
    }
    const [stays, leaves] = [await made('S1'), await made('L1')]
    const [both, alone] = [
      await drafted(server, people, { distributorIds: [stays, leaves] }),
      await drafted(server, people, { distributorIds: [leaves] }),
    ]
    await server.call(deactivateDistributor, {
      token: admin.token,
      params: { distributorId: leaves },
      body: { reason: 'Gave the shop up' },
    })
    const refusal = {
      status: 400,
      body: { fields: { distributorIds: 'Firm L1 (L1) is deactivated: take it out.' } },
    }
    const body = termsWith({ distributorIds: [leaves] })
    expect(await server.call(contract.draftScheme, { token, body })).toMatchObject(refusal)
    const other = await drafted(server, people, { distributorIds: [stays] })
    expect(await edit(people.maker, other.schemeId, body, 1)).toMatchObject(refusal)
    const kept = await edit(people.maker, both.schemeId, { ...both.terms, budget: 7_000 }, 1)
    expect(kept.body.terms.distributorIds).toEqual([stays, leaves])

    const copyOf = ({ schemeId }: { schemeId: number }) =>
      server.call(contract.duplicateScheme, { token, params: { schemeId } })
    expect((await copyOf(both)).body.terms.distributorIds).toEqual([stays])
    expect(await copyOf(alone)).toMatchObject({ status: 409 })
    const { body: known } = await server.call(catalogue, { token })
    expect(known.distributors).toMatchObject([
      { code: 'L1', left: true },
      { code: 'S1', left: false },
    ])
  })

  test('is edited by whoever read it last; what changed is on record', async () => {
    const { schemeId, terms } = await drafted(server, people)
    const wanted = { ...terms, value: 12, budget: 5_000 }
    const done = await edit(people.second, schemeId, wanted, 1)
    expect(done.body).toMatchObject({
      version: 2,
      terms: wanted,
      makerIds: [people.maker.staffId, people.second.staffId],
    })
    const stale = await edit(people.maker, schemeId, { ...terms, value: 15 }, 1)
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      message: 'Test sub admin has changed “Ten more” meanwhile. Load it again to see its terms.',
    })
    const same = await edit(people.maker, schemeId, wanted, 2)
    expect(same.body).toMatchObject({ version: 2, events: [{}, { action: 'edit' }] })
    const trail = await trailOf(server, schemeId)
    expect(trail).toHaveLength(2)
    expect(trail[1]).toMatchObject({
      action: 'scheme.edited',
      before: { value: 10, budget: 10_000 },
      after: { value: 12, budget: 5_000 },
    })
    expect(trail[1]?.after).not.toHaveProperty('name')
  })

  test('two edits at once: one of them', async () => {
    const { schemeId, terms } = await drafted(server, people)
    const answers = await Promise.all(
      [11, 12, 13, 14].map((value) => edit(people.maker, schemeId, { ...terms, value }, 1)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('is discarded with what belongs to it, and the trail keeps its terms', async () => {
    const { schemeId, terms } = await drafted(server, people)
    await simulated(server, people, schemeId)
    const call = { token: people.maker.token, params: { schemeId } }
    const gone = await server.call(contract.discardScheme, call)
    expect(gone.body).toEqual({ message: 'The draft “Ten more” is discarded.' })
    expect((await server.call(contract.getScheme, call)).status).toBe(404)
    expect((await server.call(contract.discardScheme, call)).status).toBe(404)
    expect((await trailOf(server, schemeId)).at(-1)).toMatchObject({
      action: 'scheme.discarded',
      before: terms,
    })
  })

  test('is the only one to be edited or discarded', async () => {
    const { schemeId, terms, version } = await activated(server, people, { budget: 100 })
    const edited = await edit(people.maker, schemeId, { ...terms, value: 11 }, version)
    expect(edited.status).toBe(409)
    expect(edited.body).toMatchObject({
      message: '“Ten more” is active: only a draft can be edited. End it, or duplicate it.',
    })
    const call = { token: people.maker.token, params: { schemeId } }
    expect((await server.call(contract.discardScheme, call)).status).toBe(409)
  })
})

describe('a copy', () => {
  const copied = async (changed: Partial<SchemeTerms>) => {
    const { schemeId } = await drafted(server, people, changed)
    const call = { token: people.second.token, params: { schemeId } }
    const { body } = await server.call(contract.duplicateScheme, call)
    return { source: schemeId, copy: body }
  }

  test('of days to come has the same terms and another maker', async () => {
    const days = { fromDay: addDays(today(), 1), toDay: addDays(today(), 3) }
    const { source, copy } = await copied({ ...days, note: 'For painters' })
    expect(copy).toMatchObject({
      status: 'draft',
      version: 1,
      makerIds: [people.second.staffId],
      terms: termsWith({ ...days, note: 'For painters', name: 'Ten more (copy)' }),
      events: [{ action: 'draft', note: 'A copy of “Ten more”' }],
    })
    expect(await trailOf(server, copy.schemeId)).toMatchObject([{ after: { copyOf: source } }])
  })

  test('of days that have begun begins tomorrow and lasts as long; its name is cut', async () => {
    const days = { fromDay: addDays(today(), -10), toDay: addDays(today(), -1) }
    const { copy } = await copied({ ...days, name: `${'x'.repeat(72)}😀😀😀` })
    expect(copy.terms).toMatchObject({
      fromDay: addDays(today(), 1),
      toDay: addDays(today(), 10),
      name: `${'x'.repeat(72)} (copy)`,
    })
    const { copy: begun } = await copied({ fromDay: today(), toDay: today() })
    expect(begun.terms).toMatchObject({ fromDay: addDays(today(), 1), toDay: addDays(today(), 1) })
  })
})

describe('the list', () => {
  let own: TestServer
  let ids: number[]
  beforeAll(async () => {
    own = await testServer()
    const team2 = await team(own)
    const productId = await anyProduct(own.db)
    const make = async (name: string, changed: Partial<SchemeTerms>) =>
      (await drafted(own, team2, { name, ...changed })).schemeId
    ids = [
      await make('Late 100%', { toDay: addDays(today(), 60), productIds: [productId] }),
      await make('Soon_a', { toDay: addDays(today(), 2), states: [27] }),
      await make('Soon_b', { toDay: addDays(today(), 2), states: [29], productIds: [productId] }),
      await make('Middle', { toDay: addDays(today(), 20), kind: 'multiplier', value: 150 }),
    ]
    ids.push((await activated(own, team2, { name: 'Running', budget: 50 })).schemeId)
  })
  afterAll(() => own.stop())

  const names = async (query: Partial<Record<keyof SchemeListQuery, unknown>>) => {
    const { token } = await own.staff('almond team')
    const { body, status } = await own.call(contract.listSchemes, { token, query })
    expect(status).toBe(200)
    return body
  }
  test.each<[Record<string, unknown>, string[]]>([
    [{}, ['Running', 'Middle', 'Soon_b', 'Soon_a', 'Late 100%']],
    [{ sort: 'oldest' }, ['Late 100%', 'Soon_a', 'Soon_b', 'Middle', 'Running']],
    [{ sort: 'ending' }, ['Soon_a', 'Soon_b', 'Middle', 'Running', 'Late 100%']],
    [{ q: 'sOON' }, ['Soon_b', 'Soon_a']],
    [{ q: '100%' }, ['Late 100%']],
    [{ q: 'soon_%' }, []],
    [{ status: 'active' }, ['Running']],
    [{ status: ['active', 'draft'], kind: 'multiplier' }, ['Middle']],
    [{ product: 77 }, ['Running', 'Middle', 'Soon_a']],
    [{ region: [29, 1] }, ['Running', 'Middle', 'Soon_b', 'Late 100%']],
  ])('%o', async (query, expected) => {
    expect((await names(query)).items.map(({ name }) => name)).toEqual(expected)
  })

  test.each(['newest', 'oldest', 'ending'])('pages by %s join without a gap', async (sort) => {
    const all = (await names({ sort, count: 'yes' })).items.map(({ schemeId }) => schemeId)
    expect(all.toSorted()).toEqual(ids.toSorted())
    const seen: number[] = []
    for (let after: string | undefined; ;) {
      const { items, next } = await names({ sort, limit: 2, after })
      seen.push(...items.map(({ schemeId }) => schemeId))
      if (!next) break
      after = next
    }
    expect(seen).toEqual(all)
  })
})
