import type { z } from 'zod'
import type {
  DistributorDetail,
  DistributorListQuery,
  NewDistributor,
  distributorChange,
} from '../../../../contract/people/distributors.ts'
import { gstin, mobile } from '../../../../contract/india.ts'
import type { Context } from '../../../context.ts'
import { sqlState, transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { eventsOf, mustBeVersion, withVersion, writeAudit } from '../../platform/audit/index.ts'
import { territoryToChoose } from '../territories/index.ts'
import { distributorPage, type Sought } from './distributor-list.queries.ts'
import * as records from './distributor-onboarding.queries.ts'
import { FIRM_WORDS, wordsOf } from './distributor-words.ts'
import * as queries from './distributors.queries.ts'
import { gstinTaken } from './distributor-judging.ts'
import { numberOf } from './identity.ts'
import { changeNumbers, refuseFields } from './numbers.service.ts'

const TAKEN = '23505'

export async function listDistributors({ db, vault }: Context, filters: DistributorListQuery) {
  return distributorPage(db, filters, filters.q ? await readSearch(vault, filters.q) : null)
}

async function readSearch(vault: Context['vault'], text: string): Promise<Sought> {
  const [asMobile, asGstin] = [mobile.safeParse(text), gstin.safeParse(text)]
  return {
    code: text.toUpperCase(),
    mobile: asMobile.success ? asMobile.data : null,
    gstin: asGstin.success ? (await numberOf(vault, 'gstin', asGstin.data)).digest : null,
    name: text,
  }
}

/** One distributor, also as seen from within a transaction. Refuses with 404 when there is none. */
export async function distributorDetailOf(
  db: Db | Tx,
  distributorId: number,
): Promise<DistributorDetail> {
  const row = await queries.distributorById(db, distributorId)
  if (!row) throw notFound('This distributor')
  const subject = {
    subject: 'distributor',
    id: distributorId,
    piece: 'distributors.onboarded',
  } as const
  return {
    ...row,
    samePan: await queries.othersWithPan(db, distributorId),
    events: await eventsOf(db, subject, wordsOf),
  }
}

export async function createDistributor(
  context: Context,
  caller: StaffCaller,
  { gstin, pan, ...given }: NewDistributor,
  origin: Origin,
): Promise<DistributorDetail> {
  const { keys, vault, now } = context
  const wanted = { code: given.code, gstin, distributorId: null }
  return tellingTaken(context, wanted, async (tx) => {
    const at = now()
    const territory = await territoryToChoose(tx, given.territory, null)
    const firm = { ...given, territory }
    const ids = await records.insertFirms(tx, [firm], at)
    const distributorId = Number(ids.get(firm.code))
    const numbers = await changeNumbers(tx, vault, { distributorId, state: firm.state, gstin, pan })
    await writeAudit(tx, keys, {
      by: caller,
      action: 'distributor.created',
      subject: 'distributor',
      subjectId: distributorId,
      after: { ...firm, ...numbers?.after },
      requestId: origin.requestId,
      at,
    })
    return distributorDetailOf(tx, distributorId)
  })
}

type Change = { distributorId: number; body: z.output<typeof distributorChange> }

/** Corrects what is known of a distributor. A number that is left out stays, null takes it away. */
export async function changeDistributor(
  context: Context,
  caller: StaffCaller,
  { distributorId, body: { gstin, pan, version, ...given } }: Change,
  origin: Origin,
): Promise<DistributorDetail> {
  const { keys, vault, now } = context
  const wanted = { code: given.code, gstin, distributorId }
  return tellingTaken(context, wanted, async (tx) => {
    const { leftAt: _leftAt, ...known } = await lockedDistributor(tx, distributorId)
    const read = { id: distributorId, seen: version, words: FIRM_WORDS }
    await mustBeVersion(tx, 'distributor', read)
    const territory = await territoryToChoose(tx, given.territory, known.territory)
    const firm = { ...given, territory }
    const numbers = await changeNumbers(tx, vault, { distributorId, state: firm.state, gstin, pan })
    const changed = differing(known, firm)
    if (changed) await queries.updateFirm(tx, distributorId, firm)
    if (changed || numbers) {
      await writeAudit(tx, keys, {
        by: caller,
        action: 'distributor.changed',
        subject: 'distributor',
        subjectId: distributorId,
        before: { ...changed?.before, ...numbers?.before },
        after: await withVersion(tx, 'distributor', distributorId, {
          ...changed?.after,
          ...numbers?.after,
        }),
        requestId: origin.requestId,
        at: now(),
      })
    }
    return distributorDetailOf(tx, distributorId)
  })
}

export async function lockedDistributor(tx: Tx, distributorId: number) {
  const found = await queries.lockDistributor(tx, distributorId)
  if (!found) throw notFound('This distributor')
  return found
}

type Wanted = { code: string; gstin: string | null | undefined; distributorId: number | null }

/** Does `work` in a transaction; what is another firm's is told at its field, in a race too. */
async function tellingTaken<T>(
  context: Context,
  wanted: Wanted,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(context.db, async (tx) => {
      await refuseTaken(tx, context.vault, wanted)
      return work(tx)
    })
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    await refuseTaken(context.db, context.vault, wanted)
    throw new AppError('conflict', 'Somebody entered the same code or GSTIN just now. Try again.', {
      cause: error,
    })
  }
}

async function refuseTaken(
  db: Db | Tx,
  vault: Context['vault'],
  { code, gstin, distributorId }: Wanted,
): Promise<void> {
  const taken: Record<string, string> = {}
  const byCode = (await records.firmsByCode(db, [code])).get(code)
  if (byCode && byCode.distributorId !== distributorId) {
    taken.code = `Distributor code ${code} belongs to ${byCode.name} already.`
  }
  const digests = gstin ? [(await numberOf(vault, 'gstin', gstin)).digest] : []
  for (const holder of (await records.holdersOfGstins(db, digests)).values()) {
    if (holder.distributorId !== distributorId) taken.gstin = gstinTaken(holder)
  }
  refuseFields(taken)
}
