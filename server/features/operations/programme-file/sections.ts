import { needsTwoPeople } from '../../../../contract/platform/message-occasions.ts'
import {
  RULE_KEYS,
  ruleOf,
  type RuleKey,
  type RuleValue,
} from '../../../../contract/platform/rule-definitions.ts'
import type { TaxTerms } from '../../../../contract/money/tax-rules.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { versionOf } from '../../platform/audit/index.ts'
import { saveCanned } from '../../desk/enquiries/index.ts'
import { changedTexts, proposeTemplate } from '../../platform/messages/index.ts'
import { setStatus, type By, type Master } from '../../people/masters/index.ts'
import { changePlant, createPlant } from '../../people/plants/index.ts'
import { createGroup } from '../../programme/product-groups/index.ts'
import { changeProduct, createProduct, proposePoints } from '../../programme/products/index.ts'
import { propose } from '../../platform/rules/index.ts'
import { company, saveCompany } from '../../platform/identity/index.ts'
import { proposeRule, taxTermsOf } from '../../money/tax/index.ts'
import { changeTerritory, createTerritory } from '../../people/territories/index.ts'
import type { Difference } from './differences.ts'
import type {
  CannedItem,
  GroupItem,
  MessageItem,
  Parts,
  PlantItem,
  ProductItem,
  ProgrammeItem,
  TerritoryItem,
} from './programme-file.ts'
import * as queries from './programme-file.queries.ts'

export type Importing = {
  /** On the import's transaction. */
  context: Context
  by: By
  /** Stands as the reason of what needs one. */
  reason: string
}

/** A part of the file whose items are compared one by one. */
export type Section<T extends object> = {
  key: keyof Parts
  /** Before an item's name, such as "Plant JHB". */
  noun: string
  nameOf: (item: T) => string
  read: (context: Pick<Context, 'db' | 'now' | 'rules'>) => Promise<T[]>
  inFile: (parts: Partial<Parts>) => readonly T[] | undefined
  apply: (importing: Importing, difference: Difference<T>) => Promise<void>
  /** Whether another person has to approve the change before it holds. */
  waits?: (difference: Difference<T>) => boolean
  /** The master whose items are deactivated and taken back, when everything else is applied. */
  master?: Master
}

const items = <T>(known: readonly queries.Known<T>[]) => known.map(({ item }) => item)

function idOf<T>(known: readonly queries.Known<T>[], isIt: (item: T) => boolean): number {
  const found = known.find(({ item }) => isIt(item))
  if (!found) throw new Error('What is to be changed is not there.')
  return found.id
}

const programme: Section<ProgrammeItem> = {
  key: 'programme',
  noun: 'Programme',
  nameOf: () => 'and company',
  async read({ db }) {
    const { name, colour, version: _version, logoUrl: _logo, ...about } = await company(db)
    return name === null || colour === null ? [] : [{ name, colour, ...about }]
  },
  inFile: ({ programme: found }) => found && [found],
  async apply({ context, by }, { item }) {
    const { version } = await company(context.db)
    await saveCompany({ context, ...by }, { ...item, version })
  },
}

const productGroups: Section<GroupItem> = {
  key: 'productGroups',
  noun: 'Product group',
  nameOf: ({ name }) => name,
  read: async ({ db }) => items(await queries.groups(db)),
  inFile: ({ productGroups: found }) => found,
  master: 'product_group',
  async apply({ context, by }, { kind, item }) {
    if (kind === 'add') await createGroup(context, by, item)
  },
}

const territories: Section<TerritoryItem> = {
  key: 'territories',
  noun: 'Territory',
  nameOf: ({ code }) => code,
  read: async ({ db }) => items(await queries.territories(db)),
  inFile: ({ territories: found }) => found,
  master: 'territory',
  async apply({ context, by }, { kind, item }) {
    const { active: _active, ...territory } = item
    if (kind === 'add') return void (await createTerritory(context, by, territory))
    const territoryId = idOf(
      await queries.territories(context.db),
      ({ code }) => code === item.code,
    )
    const version = await versionOf(context.db, 'territory', territoryId)
    await changeTerritory(context, by, { territoryId, fields: territory, version })
  },
}

const plants: Section<PlantItem> = {
  key: 'plants',
  noun: 'Plant',
  nameOf: ({ code }) => code,
  read: async ({ db }) => items(await queries.plants(db)),
  inFile: ({ plants: found }) => found,
  master: 'plant',
  async apply({ context, by }, { kind, item }) {
    const { active: _active, ...plant } = item
    if (kind === 'add') return void (await createPlant(context, by, plant))
    const plantId = idOf(await queries.plants(context.db), ({ code }) => code === item.code)
    const version = await versionOf(context.db, 'plant', plantId)
    await changePlant(context, by, { plantId, plant, version })
  },
}

const pointsChanged = (difference: Difference<ProductItem>): boolean =>
  difference.kind === 'change' && difference.before.points !== difference.item.points

const products: Section<ProductItem> = {
  key: 'products',
  noun: 'Product',
  nameOf: ({ code }) => code,
  read: async ({ db, now }) => items(await queries.products(db, dayOf(now()))),
  inFile: ({ products: found }) => found,
  master: 'product',
  waits: (difference) =>
    difference.kind === 'change' && difference.item.points > difference.before.points,
  async apply({ context, by, reason }, difference) {
    const { active: _active, points, ...product } = difference.item
    if (difference.kind === 'add') {
      return void (await createProduct(context, by, { ...product, points, mediaId: null }))
    }
    const today = dayOf(context.now())
    const known = await queries.products(context.db, today)
    const found = known.find(({ item }) => item.code === product.code)
    if (!found) throw new Error('What is to be changed is not there.')
    const { id: productId, mediaId } = found
    const version = await versionOf(context.db, 'product', productId)
    await changeProduct(context, by, { productId, product: { ...product, mediaId }, version })
    if (!pointsChanged(difference)) return
    await proposePoints(context, by, { productId, fromDay: today, points, reason })
  },
}

type RuleItem = { rule: RuleKey; value: RuleValue }

const rules: Section<RuleItem> = {
  key: 'rules',
  noun: 'Rule',
  nameOf: ({ rule }) => rule,
  read: async ({ rules: book, now }) => {
    const inForce = book.at(now())
    return RULE_KEYS.map((rule) => ({ rule, value: inForce[rule] }))
  },
  inFile: ({ rules: found }) =>
    found &&
    RULE_KEYS.flatMap((rule) => {
      const value = found[rule]
      return value === undefined ? [] : [{ rule, value }]
    }),
  waits: ({ item }) => ruleOf(item.rule).twoPeople,
  async apply({ context, by: { caller, origin }, reason }, { item }) {
    await propose(context, caller, { ...item, reason }, origin)
  },
}

const taxRules: Section<TaxTerms> = {
  key: 'taxRules',
  noun: 'Tax rule from',
  nameOf: ({ fromDay }) => fromDay,
  read: ({ db }) => taxTermsOf(db),
  inFile: ({ taxRules: found }) => found,
  waits: () => true,
  async apply({ context, by: { caller, origin }, reason }, { item: terms }) {
    if (terms.fromDay <= dayOf(context.now())) {
      const words =
        'This day has begun, and a day keeps its rule. Take the rule out of the file, or give it a later day.'
      throw new AppError('invalid', words)
    }
    await proposeRule(context, caller, { terms, reason }, origin)
  },
}

const cannedAnswers: Section<CannedItem> = {
  key: 'cannedAnswers',
  noun: 'Canned answer',
  nameOf: ({ title }) => title,
  read: async ({ db }) => items(await queries.cannedAnswers(db)),
  inFile: ({ cannedAnswers: found }) => found,
  async apply({ context, by: { caller, origin } }, { kind, item }) {
    const known = kind === 'add' ? [] : await queries.cannedAnswers(context.db)
    const named = known.find((one) => one.item.title === item.title)
    await saveCanned(context, caller, { ...item, ...(named && { cannedId: named.id }) }, origin)
  },
}

const messages: Section<MessageItem> = {
  key: 'messages',
  noun: 'Message',
  nameOf: ({ occasion, language }) => `${occasion} (${language})`,
  read: ({ db }) => changedTexts(db),
  inFile: ({ messages: found }) => found,
  waits: ({ item }) => needsTwoPeople(item.occasion),
  async apply({ context, by: { caller, origin }, reason }, { item }) {
    await proposeTemplate(context, caller, { ...item, reason }, origin)
  },
}

/** What is known of a section, with the type of its items kept together. */
type AnySection = { use<R>(work: <T extends object>(section: Section<T>) => R): R }
const kept = <T extends object>(section: Section<T>): AnySection => ({
  use: (work) => work(section),
})

/** In the order in which they are applied: what others name comes first. */
export const SECTIONS: readonly AnySection[] = [
  kept(programme),
  kept(productGroups),
  kept(territories),
  kept(plants),
  kept(products),
  kept(rules),
  kept(taxRules),
  kept(cannedAnswers),
  kept(messages),
]

/** Everything that stands here, as a file carries it. */
export async function partsOf(context: Pick<Context, 'db' | 'now' | 'rules'>): Promise<Parts> {
  const values = await rules.read(context)
  const [about] = await programme.read(context)
  return {
    programme: about,
    rules: Object.fromEntries(values.map(({ rule, value }) => [rule, value])) as Parts['rules'],
    taxRules: await taxRules.read(context),
    productGroups: await productGroups.read(context),
    territories: await territories.read(context),
    plants: await plants.read(context),
    products: await products.read(context),
    cannedAnswers: await cannedAnswers.read(context),
    messages: await messages.read(context),
  }
}

type Activity = { active: boolean }
const isActive = (item: object): boolean => (item as Partial<Activity>).active ?? true

/** Deactivates a master, or takes it back, where the file says so. */
export async function applyStatus<T extends object>(
  { context, by, reason }: Importing,
  section: Section<T>,
  difference: Difference<T>,
): Promise<void> {
  const { master } = section
  const was = difference.kind === 'add' || isActive(difference.before)
  const is = isActive(difference.item)
  if (!master || was === is) return
  const id = await idOfMaster(context.db, master, difference.name)
  const status = is ? 'active' : 'deactivated'
  await setStatus(context.db as Tx, context, by, { master, id, status, reason })
}

async function idOfMaster(db: Db | Tx, master: Master, name: string): Promise<number> {
  switch (master) {
    case 'plant':
      return idOf(await queries.plants(db), ({ code }) => code === name)
    case 'product':
      return idOf(await queries.products(db, dayOf(new Date())), ({ code }) => code === name)
    case 'product_group':
      return idOf(await queries.groups(db), (group) => group.name === name)
    case 'territory':
      return idOf(await queries.territories(db), ({ code }) => code === name)
  }
}
