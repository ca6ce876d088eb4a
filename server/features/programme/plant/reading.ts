import { parseCode } from '../../../../contract/programme/code.ts'
import type { PlantScanItem } from '../../../../contract/programme/plant.ts'
import { codeKey } from '../batches/index.ts'
import type { Vault } from '../../platform/vault/index.ts'

const OLDEST_MS = 30 * 86_400_000

/** What a phone read, without the code: only its key goes on from here. */
export type Reading = {
  scanId: string
  /** The key of the code; null where it is none, or where another reading is taken back. */
  key: string | null
  undoes: string | null
  /** When it was done, as far as the phone's clock can be believed. */
  at: Date
  /** Of what was sent: the same name with another content is another reading. */
  digest: Buffer
}

export async function readingOf(
  vault: Pick<Vault, 'digest'>,
  item: PlantScanItem,
  now: Date,
): Promise<Reading> {
  const parsed = item.code === undefined ? null : parseCode(item.code)
  const key = parsed && codeKey(parsed.batchId, parsed.code)
  const undoes = item.undoes?.toLowerCase() ?? null
  const content = JSON.stringify([key ?? item.code ?? null, undoes, Date.parse(item.at)])
  return {
    scanId: item.id.toLowerCase(),
    key,
    undoes,
    at: momentOf(item.at, now),
    digest: await vault.digest('plant-scan', content),
  }
}

/** A clock that runs ahead, or tells of more than 30 days ago, is wrong: then it is now. */
function momentOf(text: string, now: Date): Date {
  const at = Date.parse(text)
  const isLikely = at <= now.getTime() && at >= now.getTime() - OLDEST_MS
  return isLikely ? new Date(at) : now
}
