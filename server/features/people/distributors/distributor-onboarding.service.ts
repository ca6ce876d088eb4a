import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Applying, GivenRow, Judged, OnboardingRules } from '../onboarding/index.ts'
import { knownTerritories } from '../territories/index.ts'
import {
  inTheirWords,
  judgeDistributor,
  panOf,
  readDistributor,
  type ReadRow,
} from './distributor-judging.ts'
import * as queries from './distributor-onboarding.queries.ts'
import { numbersGiven, sealNumber, type SealedNumber } from './identity.ts'
import { DISTRIBUTORS_MADE } from './distributors-made.ts'

/** Distributors by file: the code names one that is there. */
export const distributorOnboarding: OnboardingRules = {
  columns: ONBOARDING_COLUMNS.distributors,
  made: DISTRIBUTORS_MADE,
  async judge({ vault }, db, rows) {
    const read = rows.map(readDistributor)
    const numbers = await Promise.all(
      read.map(({ gstin, pan }) =>
        numbersGiven(vault, { gstin: gstin ?? undefined, pan: pan ?? undefined }),
      ),
    )
    const facts = {
      byCode: await queries.firmsByCode(
        db,
        read.flatMap(({ code }) => code ?? []),
      ),
      byGstin: await queries.holdersOfGstins(
        db,
        numbers.flatMap(({ gstin }) => (gstin ? [gstin.digest] : [])),
      ),
      territories: await territoriesOf(db, read),
    }
    return read.map((row, index) => judgeDistributor(row, numbers[index] ?? {}, facts))
  },
  apply: applyDistributors,
}

const territoriesOf = (db: Db | Tx, rows: readonly ReadRow[]) =>
  knownTerritories(db, [...new Set(rows.flatMap(({ firm }) => firm.territory ?? []))])

async function applyDistributors(
  tx: Tx,
  { context, by, requestId, uploadId }: Applying,
  rows: readonly GivenRow[],
  judged: readonly Judged[],
): Promise<ReadonlyMap<number, number>> {
  const at = context.now()
  const byRow = new Map(judged.map((one) => [one.rowNo, one]))
  const territories = await territoriesOf(tx, rows.map(readDistributor))
  const of = (verdict: Judged['verdict']) =>
    rows
      .filter(({ rowNo }) => byRow.get(rowNo)?.verdict === verdict)
      .map((row) => inTheirWords(completeFirm(row), { territories }))
  const created = of('create')
  const ids = created.length > 0 ? await queries.insertFirms(tx, created, at) : new Map()
  const changed = of('change').map((firm) => ({ ...firm, distributorId: idOf(byRow, firm.rowNo) }))
  if (changed.length > 0) await queries.updateFirms(tx, changed)
  const made = created.map((firm) => ({ ...firm, distributorId: Number(ids.get(firm.code)) }))
  const all = [...made, ...changed]
  if (all.length === 0) return new Map()
  await queries.storeNumbers(tx, await sealedOf(context.vault, all))
  await writeAudit(tx, context.keys, {
    by: { staffId: by.staffId, role: by.role },
    action: 'distributors.onboarded',
    subject: 'onboarding',
    subjectId: uploadId,
    after: {
      uploadId,
      created: made.length,
      changed: changed.length,
      createdIds: made.map(({ distributorId }) => distributorId),
      changedIds: changed.map(({ distributorId }) => distributorId),
    },
    requestId,
    at,
  })
  return new Map(all.map(({ rowNo, distributorId }) => [rowNo, distributorId]))
}

/** A row that was found right; throws where it was not, which is a mistake of the caller. */
function completeFirm(row: GivenRow) {
  const { code, firm, gstin, pan } = readDistributor(row)
  const { name, state, city } = firm
  if (code === null || name === null || state === null || city === null) {
    throw new Error(`Row ${row.rowNo} is to be applied, but it is not complete.`)
  }
  return { ...firm, code, name, state, city, gstin, pan, rowNo: row.rowNo }
}

type NumbersGiven = { distributorId: number; gstin: string | null; pan: string | null }

async function sealedOf(
  vault: Context['vault'],
  firms: readonly NumbersGiven[],
): Promise<SealedNumber[]> {
  const given = firms.flatMap(({ distributorId, gstin, pan }) => [
    { distributorId, field: 'gstin' as const, text: gstin },
    { distributorId, field: 'pan' as const, text: panOf({ gstin, pan }) },
  ])
  const sealed = given.flatMap(({ text, ...of }) =>
    text === null ? [] : [sealNumber(vault, { ...of, text })],
  )
  return Promise.all(sealed)
}

function idOf(judged: ReadonlyMap<number, Judged>, rowNo: number): number {
  const id = judged.get(rowNo)?.subjectId
  if (id == null) throw new Error(`Row ${rowNo} changes a distributor that it does not name.`)
  return id
}
