import { CLUSTERED_SCANS } from '../../../../contract/programme/held-scans.ts'
import { SCAN_FLAGS } from '../../../../contract/programme/scan-flags.ts'
import type { Context } from '../../../context.ts'
import { sharedDestinations } from '../../people/kyc/index.ts'
import { clustersOf } from './clusters.ts'
import * as queries from './clusters.queries.ts'

/** What waits for a person, by what the members have in common. */
export async function listClusters({ db }: Pick<Context, 'db'>) {
  const found = await queries.openScans(db)
  const scans = found.slice(0, CLUSTERED_SCANS)
  const memberIds = [...new Set(scans.map(({ memberId }) => memberId))]
  const [named, accounts] = await Promise.all([
    queries.namesOf(db, memberIds),
    sharedDestinations({ db }, memberIds),
  ])
  return { clusters: clustersOf(scans, named, accounts), more: found.length > scans.length }
}

/** Flags in their order, those too that nothing was held for. */
export async function flagOutcomes({ db }: Pick<Context, 'db'>) {
  const rows = new Map((await queries.outcomesByFlag(db)).map((row) => [row.flag, row]))
  const none = { scans: 0, open: 0, released: 0, reversed: 0 }
  return { flags: SCAN_FLAGS.map((flag) => ({ ...none, ...rows.get(flag), flag })) }
}
