import type { z } from 'zod'
import { parseCode } from '../../../../contract/programme/code.ts'
import { TRANSFER_KINDS, transferKind } from '../../../../contract/ledger/points.ts'
import type {
  ScanAnswer,
  scanDetail,
  ScanListQuery,
  scanRequest,
  ScanResult,
} from '../../../../contract/programme/scans.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { idsOfDays } from '../../../db/id-range.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { codeKey } from '../batches/index.ts'
import { memberNamed } from '../../people/members/index.ts'
import { creditOf, creditOn } from './code-attempts.queries.ts'
import { EngineBusy } from './scan-engine.ts'
import * as list from './scan-list.queries.ts'
import { readScanWords } from './scan-search.ts'
import * as queries from './scans.queries.ts'

const MESSAGES: Record<ScanResult, string> = {
  credited: 'Points added.',
  already_yours: 'You scanned this coupon before; its points are yours.',
  already_scanned: 'Somebody else scanned this coupon first. You can dispute it.',
  not_active: 'This coupon is not active yet. Try again when the pack has left the plant.',
  blocked: 'This coupon is blocked. Ask your dealer.',
  expired: 'This coupon has expired.',
  unknown: 'This is not a coupon of this programme.',
  not_eligible: 'Your account cannot earn points now. Ask the helpdesk.',
  limit_reached: 'You have reached today’s limit. Try again tomorrow.',
}

const HELD = 'Points added; they are held until they have been checked.'

/** One scan of a member: read, applied together with the others that arrive now, answered in words. */
export async function scanCoupon(
  { scanEngine, db }: Context,
  caller: MemberCaller,
  body: z.output<typeof scanRequest>,
): Promise<ScanAnswer> {
  const parsed = parseCode(body.code)
  if (!parsed) {
    throw invalidField('code', 'This is not a coupon code: check its letters and scan again.')
  }
  const { lat, lng, device, retailerId } = body
  const outcome = await scanEngine
    .scan({
      memberId: caller.memberId,
      state: caller.state,
      kind: caller.memberKind,
      distributorId: caller.distributorId,
      codeKey: codeKey(parsed.batchId, parsed.code),
      batchId: parsed.batchId,
      at: body.at === undefined ? undefined : new Date(body.at),
      lat,
      lng,
      device,
      retailerId,
    })
    .catch(refuseWhenBusy)
  const winner =
    outcome.result === 'already_scanned' && outcome.scannedBy !== null
      ? await queries.memberMask(db, outcome.scannedBy)
      : null
  return {
    scanId: outcome.scanId,
    result: outcome.result,
    message: outcome.held ? HELD : MESSAGES[outcome.result],
    points: outcome.points,
    held: outcome.held,
    at: outcome.at?.toISOString() ?? null,
    balance: outcome.balance,
    by: winner,
  }
}

function refuseWhenBusy(error: unknown): never {
  if (!(error instanceof EngineBusy)) throw error
  throw new AppError('unavailable', 'Many people are scanning. Try again in a few seconds.', {
    retryAfterSeconds: 2,
    cause: error,
  })
}

const NOTHING = { items: [], next: null, previous: null, count: 0 }

/** Every attempt, newest first. */
export async function listScans({ db }: Context, filters: ScanListQuery) {
  const ids = idsOfDays(filters)
  const sought = filters.q ? await seek({ db }, filters.q) : {}
  return sought ? list.scanPage(db, filters, ids, sought) : NOTHING
}

/** What a search narrows the list to; null when it names a member who does not exist. */
async function seek({ db }: Pick<Context, 'db'>, text: string): Promise<list.Sought | null> {
  const words = readScanWords(text)
  if ('scanId' in words) return words
  if ('codeKey' in words) {
    return { code: { ...words, credited: await creditOn(db, words.codeKey) } }
  }
  const memberId = await memberNamed({ db }, words)
  return memberId === null ? null : { memberId }
}

export async function getScan(
  { db }: Pick<Context, 'db'>,
  { memberId, scanId }: { memberId: number; scanId: string },
) {
  return scanDetailOf(db, memberId, scanId)
}

/** One attempt with the points it moved; refuses when there is no such scan. */
export async function scanDetailOf(
  db: Db | Tx,
  memberId: number,
  scanId: string,
): Promise<z.input<typeof scanDetail>> {
  const scan = isId(scanId) ? await list.scanById(db, memberId, scanId) : undefined
  if (!scan) throw notFound('This scan')
  const transfers = await list.transfersOfScan(db, memberId, scanId)
  return {
    ...scan,
    transfers: transfers.map(({ kind, recordedAt, ...transfer }) => ({
      ...transfer,
      kind: transferKind.options.find((name) => TRANSFER_KINDS[name] === kind) ?? String(kind),
      recordedAt: recordedAt.toISOString(),
    })),
  }
}

export { creditOf }
