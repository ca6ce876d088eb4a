import type { SchemeTerms } from '../../contract/programme/schemes.ts'
import { addDays, dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { draftScheme, editScheme } from '../features/programme/schemes/scheme-draft.service.ts'
import {
  activateScheme,
  endOverdueSchemes,
  pauseScheme,
} from '../features/programme/schemes/scheme-life.service.ts'
import { runSimulation, simulateScheme } from '../features/programme/schemes/simulation.service.ts'
import type { Act } from './kyc.ts'
import { DEMO_ORIGIN, type DemoStaff, type DemoUser } from './staff.ts'

const DAY_MS = 86_400_000

type Moment = { daysAgo: number; by: DemoUser }
type Plan = {
  terms: Omit<SchemeTerms, 'fromDay' | 'toDay'>
  /** First and last day, counted from today. */
  days: readonly [first: number, last: number]
  drafted: Moment
  /** By a second person, before the simulation. */
  edited?: Moment & { changed: Partial<SchemeTerms> }
  simulated?: Moment
  activated?: Moment & { reason: string }
  paused?: Moment & { reason: string }
  /** The hourly sweep that found it past its last day. */
  endedDaysAgo?: number
}

const ANY = {
  slabs: null,
  memberKinds: [],
  states: [],
  productIds: [],
  distributorIds: [],
  capPerMember: null,
  stacks: true,
  note: null,
} satisfies Partial<SchemeTerms>

/** One in each state and of each kind; one is nearly spent, and two drafts wait. */
const PLANS: readonly Plan[] = [
  {
    terms: {
      ...ANY,
      name: 'Five points more for masons',
      kind: 'fixed',
      value: 5,
      memberKinds: ['mason'],
      budget: 150_000,
      priority: 2,
    },
    days: [-75, -31],
    drafted: { daysAgo: 81, by: 'subadmin' },
    simulated: { daysAgo: 80, by: 'subadmin' },
    activated: { daysAgo: 78, by: 'admin', reason: 'Agreed for the quarter' },
    endedDaysAgo: 30,
  },
  {
    terms: {
      ...ANY,
      name: 'Putty festival: half as much again',
      kind: 'multiplier',
      value: 150,
      productIds: [1],
      budget: 200_000,
      priority: 1,
      note: 'With the posters in the shops',
    },
    days: [-45, 20],
    drafted: { daysAgo: 52, by: 'cs' },
    simulated: { daysAgo: 51, by: 'cs' },
    activated: { daysAgo: 49, by: 'hod', reason: 'The cost is within the plan for the festival' },
  },
  {
    terms: {
      ...ANY,
      name: 'Onam thanks to Kerala',
      kind: 'fixed',
      value: 15,
      states: [32],
      budget: 5_400,
      priority: 3,
    },
    days: [-38, 25],
    drafted: { daysAgo: 43, by: 'subadmin' },
    simulated: { daysAgo: 42, by: 'hod' },
    activated: { daysAgo: 41, by: 'hod', reason: 'A small budget, to see how it is taken' },
  },
  {
    terms: {
      ...ANY,
      name: 'Painters who come back',
      kind: 'slab',
      value: null,
      slabs: [
        { from: 5, points: 10 },
        { from: 15, points: 20 },
      ],
      memberKinds: ['painter'],
      capPerMember: 300,
      budget: 12_000,
      priority: 4,
    },
    days: [-28, 30],
    drafted: { daysAgo: 35, by: 'subadmin' },
    edited: { daysAgo: 34, by: 'cs', changed: { capPerMember: 400 } },
    simulated: { daysAgo: 33, by: 'cs' },
    activated: { daysAgo: 31, by: 'almond', reason: 'Painters had nothing of their own this year' },
  },
  {
    terms: {
      ...ANY,
      name: 'Adhesive weeks',
      kind: 'fixed',
      value: 10,
      productIds: [4, 5],
      budget: 20_000,
      priority: 5,
      stacks: false,
    },
    days: [-20, 10],
    drafted: { daysAgo: 26, by: 'cs' },
    simulated: { daysAgo: 25, by: 'cs' },
    activated: { daysAgo: 23, by: 'hod', reason: 'To clear the stock before the new packs' },
    paused: { daysAgo: 6, by: 'hod', reason: 'Until the shops have the new packs' },
  },
  {
    terms: {
      ...ANY,
      name: 'Waterproofing: double points',
      kind: 'multiplier',
      value: 200,
      productIds: [7, 8],
      memberKinds: ['contractor', 'mason'],
      capPerMember: 1_500,
      budget: 160_000,
      priority: 2,
      note: 'Before the winter rains in the south',
    },
    days: [5, 50],
    drafted: { daysAgo: 2, by: 'subadmin' },
    simulated: { daysAgo: 1, by: 'subadmin' },
  },
  {
    terms: {
      ...ANY,
      name: 'A little more for grout on the islands',
      kind: 'multiplier',
      value: 105,
      productIds: [6],
      states: [31],
      budget: 10_000,
      priority: 6,
    },
    days: [-1, 400],
    drafted: { daysAgo: 1, by: 'cs' },
  },
]

/** What staff do with schemes, in no order. The simulations are played at once: no job runs yet. */
export function schemeActs(staff: DemoStaff, now: Date): Act[] {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)
  return PLANS.flatMap((plan) => {
    const played = { staff, plan, today: dayOf(now), schemeId: 0, version: 0 }
    const { drafted, edited, simulated, activated, paused, endedDaysAgo } = plan
    const acts: (Act | undefined)[] = [
      { at: at(drafted.daysAgo), run: (context) => draft(context, played) },
      edited && { at: at(edited.daysAgo), run: (context) => edit(context, played, edited) },
      simulated && {
        at: at(simulated.daysAgo),
        run: (context) => simulate(context, played, simulated),
      },
      activated && {
        at: at(activated.daysAgo),
        run: (context) => activate(context, played, activated),
      },
      paused && { at: at(paused.daysAgo), run: (context) => pause(context, played, paused) },
      // Its last day was over at midnight: the first sweep after it is the one.
      endedDaysAgo === undefined
        ? undefined
        : { at: afterMidnight(at(endedDaysAgo)), run: (context) => endOverdueSchemes(context) },
    ]
    return acts.flatMap((act) => act ?? [])
  })
}

const afterMidnight = (at: Date): Date => new Date(Date.parse(`${dayOf(at)}T00:17:00+05:30`))

type Played = {
  staff: DemoStaff
  plan: Plan
  today: string
  schemeId: number
  version: number
}

function termsOf({ plan: { terms, days }, today }: Played): SchemeTerms {
  const [first, last] = days
  return { ...terms, fromDay: addDays(today, first), toDay: addDays(today, last) }
}

async function draft(context: Context, played: Played): Promise<void> {
  const caller = played.staff[played.plan.drafted.by]
  const made = await draftScheme(context, caller, termsOf(played), DEMO_ORIGIN)
  played.schemeId = made.schemeId
  played.version = made.version
}

async function edit(
  context: Context,
  played: Played,
  { by, changed }: NonNullable<Plan['edited']>,
): Promise<void> {
  const { schemeId, version } = played
  const terms = { ...termsOf(played), ...changed }
  const done = await editScheme(
    context,
    played.staff[by],
    { schemeId, version, terms },
    DEMO_ORIGIN,
  )
  played.version = done.version
}

async function simulate(context: Context, played: Played, { by }: Moment): Promise<void> {
  const jobs = { ...context.jobs, send: async () => {} }
  const asking = { ...context, jobs }
  const { schemeId, staff } = played
  const { simulationId } = await simulateScheme(asking, staff[by], schemeId, DEMO_ORIGIN)
  await runSimulation(context, simulationId)
}

async function activate(
  context: Context,
  { staff, schemeId, version }: Played,
  { by, reason }: NonNullable<Plan['activated']>,
): Promise<void> {
  await activateScheme(context, staff[by], { schemeId, version, reason }, DEMO_ORIGIN)
}

async function pause(
  context: Context,
  { staff, schemeId }: Played,
  { by, reason }: NonNullable<Plan['paused']>,
): Promise<void> {
  await pauseScheme(context, staff[by], { schemeId, reason }, DEMO_ORIGIN)
}
