import { chargeDay, chargeWords } from '../../../../contract/programme/charge-words.ts'
import type {
  ChargeRule,
  ChargeRuleListQuery,
  ChargeTerms,
} from '../../../../contract/programme/charges.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { mustBeVersion, withVersion, writeAudit } from '../../platform/audit/index.ts'
import { firstClash } from './charge-clash.ts'
import { refuseGroups } from '../product-groups/index.ts'
import * as queries from './charge-rules.queries.ts'
import type { FieldWords } from '../../../lib/change-words.ts'
import { formatDay } from '../../../../contract/format.ts'
import { formatPaise } from '../../../../contract/money.ts'

/** What the terms of a rule are called. */
const RULE_WORDS: FieldWords = {
  labels: {
    productGroups: 'Groups',
    tiers: 'Tiers',
    kind: 'Kind',
    paise: 'Amount',
    basisPoints: 'Percentage',
    fromDay: 'First day',
    toDay: 'Last day',
    note: 'Note',
  },
  show: (name, value) => {
    if (Array.isArray(value)) return value.join(', ') || 'all'
    if (name === 'paise') return formatPaise(Number(value))
    if (name === 'basisPoints') return `${Number(value) / 100} %`
    return name.endsWith('Day') ? formatDay(String(value)) : String(value)
  },
}

type Edit = { ruleId: number; terms: ChargeTerms; version: number; reason: string }
/** The days that a change may touch, and where its terms stand in the request. */
type Check = {
  today: string
  ruleId?: number
  field: (name: keyof ChargeTerms) => string
  /** Groups that the rule named before. */
  kept?: readonly string[]
}

/** The rules with what each paid, as of today. */
export async function listRules({ db, now }: Context, filters: ChargeRuleListQuery) {
  return queries.rulePage(db, filters, dayOf(now()))
}

/** One rule with its months and its history, or 404. */
export async function getRule({ db, now }: Context, ruleId: number) {
  const rule = await queries.ruleById(db, ruleId, dayOf(now()))
  if (!rule) throw notFound(`Rule ${ruleId}`)
  const events = await queries.eventsOf(db, ruleId)
  return {
    ...rule,
    months: await queries.monthsOf(db, ruleId),
    events: events.map(({ at, by, ...event }) => ({
      at: at.toISOString(),
      by: by ?? 'HIL Dashboard',
      ...event,
    })),
  }
}

/**
 * Makes a rule that begins today or later. Refused where a rule there is could fit one of its scans,
 * so that no scan has ever two.
 */
export async function makeRule(
  { db, keys, now }: Context,
  by: StaffCaller,
  body: ChargeTerms,
  origin: Origin,
): Promise<ChargeRule> {
  return transaction(db, async (tx) => {
    await queries.lockRules(tx)
    const at = now()
    const today = dayOf(at)
    const terms = tidy(body)
    await checkTerms(tx, terms, { today, field: (name) => name })
    const ruleId = await queries.insertRule(tx, terms, { staffId: by.staffId, at })
    const made = await storedRule(tx, ruleId, today)
    await writeAudit(tx, keys, {
      by,
      action: 'charge-rule.made',
      subject: 'charge-rule',
      subjectId: ruleId,
      after: terms,
      requestId: origin.requestId,
      at,
    })
    return made
  })
}

/**
 * Changes a rule: wholly before its first day; from then on its last day only, today at the earliest,
 * as the charges of days that began stand. The same terms again change nothing.
 */
export async function editRule(
  { db, keys, now }: Context,
  by: StaffCaller,
  { ruleId, terms: body, version, reason }: Edit,
  origin: Origin,
): Promise<ChargeRule> {
  return transaction(db, async (tx) => {
    await queries.lockRules(tx)
    const at = now()
    const today = dayOf(at)
    const { ruleId: _id, ...before } = await openRule(tx, ruleId, today)
    await mustBeVersion(tx, 'charge_rule', { id: ruleId, seen: version, words: RULE_WORDS })
    const terms = tidy(body)
    if (canonicalJson(terms) === canonicalJson(before)) return storedRule(tx, ruleId, today)
    const kept = before.productGroups
    const check: Check = { today, ruleId, kept, field: (name) => `terms.${name}` }
    if (before.fromDay > today) await checkTerms(tx, terms, check)
    else await checkLastDay(tx, before, terms, check)
    await queries.updateRule(tx, ruleId, terms)
    const changed = await storedRule(tx, ruleId, today)
    await writeAudit(tx, keys, {
      by,
      action: 'charge-rule.changed',
      subject: 'charge-rule',
      subjectId: ruleId,
      before,
      after: await withVersion(tx, 'charge_rule', ruleId, terms),
      reason,
      requestId: origin.requestId,
      at,
    })
    return changed
  })
}

/** Takes back a rule that has not begun: it has paid nothing. */
export async function deleteRule(
  { db, keys, now }: Context,
  by: StaffCaller,
  ruleId: number,
  origin: Origin,
): Promise<{ message: string }> {
  return transaction(db, async (tx) => {
    await queries.lockRules(tx)
    const at = now()
    const today = dayOf(at)
    const { ruleId: _id, ...before } = await openRule(tx, ruleId, today)
    if (before.fromDay <= today) {
      const since = chargeDay(before.fromDay)
      const what = `Rule ${ruleId} runs since ${since}: it cannot be deleted. Set its last day instead.`
      throw new AppError('conflict', what)
    }
    await queries.deleteRule(tx, ruleId)
    await writeAudit(tx, keys, {
      by,
      action: 'charge-rule.deleted',
      subject: 'charge-rule',
      subjectId: ruleId,
      before,
      requestId: origin.requestId,
      at,
    })
    return { message: `Rule ${ruleId} was deleted.` }
  })
}

/** Sets as they are stored: each name once and in one order. */
function tidy(terms: ChargeTerms): ChargeTerms {
  const inOrder = <T extends string>(names: readonly T[]) => [...new Set(names)].toSorted()
  return {
    ...terms,
    productGroups: inOrder(terms.productGroups),
    tiers: inOrder(terms.tiers),
    note: terms.note || null,
  }
}

/** A rule that is not over, or a refusal. */
async function openRule(tx: Tx, ruleId: number, today: string): Promise<queries.StoredRule> {
  const rule = await queries.termsOf(tx, ruleId)
  if (!rule) throw notFound(`Rule ${ruleId}`)
  if (rule.toDay === null || rule.toDay >= today) return rule
  const ended = chargeDay(rule.toDay)
  throw new AppError('conflict', `Rule ${ruleId} ended on ${ended}: it cannot change any more.`)
}

async function checkTerms(tx: Tx, terms: ChargeTerms, check: Check): Promise<void> {
  if (terms.fromDay < check.today) {
    const sentence = 'A rule begins today or later: charges of days that are over stand.'
    throw invalidField(check.field('fromDay'), sentence)
  }
  await refuseGroups(tx, terms.productGroups, {
    field: check.field('productGroups'),
    ...(check.kept && { kept: check.kept }),
  })
  await refuseClash(tx, terms, check, 'fromDay')
}

async function checkLastDay(
  tx: Tx,
  before: ChargeTerms,
  terms: ChargeTerms,
  check: Check,
): Promise<void> {
  const names = Object.keys(before) as (keyof ChargeTerms)[]
  const other = names.find(
    (name) => name !== 'toDay' && canonicalJson(before[name]) !== canonicalJson(terms[name]),
  )
  if (other) {
    const since = chargeDay(before.fromDay)
    const sentence = `This rule runs since ${since}: only its last day can change. End it and make another one.`
    throw invalidField(check.field(other), sentence)
  }
  if (terms.toDay !== null && terms.toDay < check.today) {
    throw invalidField(check.field('toDay'), 'The last day is today at the earliest.')
  }
  await refuseClash(tx, terms, check, 'toDay')
}

async function refuseClash(
  tx: Tx,
  terms: ChargeTerms,
  { today, ruleId, field }: Check,
  at: 'fromDay' | 'toDay',
): Promise<void> {
  const others = await queries.rulesFrom(tx, today)
  const clash = firstClash(
    terms,
    others.filter((rule) => rule.ruleId !== ruleId),
  )
  if (!clash) return
  const { day, rule } = clash
  const sentence = `From ${chargeDay(day)} this clashes with rule ${rule.ruleId}: ${chargeWords(rule)}. End that one first.`
  throw invalidField(field(at), sentence)
}

async function storedRule(tx: Tx, ruleId: number, today: string): Promise<ChargeRule> {
  const rule = await queries.ruleById(tx, ruleId, today)
  if (!rule) throw new Error(`Rule ${ruleId} is not there.`)
  return rule
}
