import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import type { MeltagVendor } from '../../../../contract/programme/meltag.ts'
import { makeBreaker } from './breaker.ts'
import { columnsOf, tagsOf, type VendorSearch } from './meltag.queries.ts'
import { openVendorPool, VendorBusy } from './vendor-pool.ts'
import { tagOf, WrongValue, type VendorTag } from './vendor-rows.ts'
import {
  ANSWERED,
  BUSY,
  codeOf,
  NOT_CONNECTED,
  PREPARING,
  troubleOf,
  troubleOfColumns,
  wrongValue,
} from './vendor-trouble.ts'

/** Three connections, and three times as many searches that wait for one. */
const POOL = { size: 3, room: 12, limitMs: 2_000 }
const MEMORY_MS = 10_000

export type VendorAnswer = { vendor: MeltagVendor; tags: VendorTag[] }

/** The vendor's database, which we read only, and which may be slow, gone or other than agreed. */
export type Meltag = {
  /** Never throws and never takes longer than two seconds or so. */
  find(search: VendorSearch): Promise<VendorAnswer>
  /** Searches answer that it is being prepared until this has ended. */
  prepare(preparation: Promise<unknown>): void
  stop(): Promise<void>
}

/** Connects at the first search, not before. Without an address each search answers not_connected. */
export function openMeltag(
  address: string | undefined,
  { log, clock = () => performance.now() }: { log: Logger; clock?: () => number },
): Meltag {
  if (address === undefined) {
    const find = async () => ({ vendor: NOT_CONNECTED, tags: [] })
    return { find, prepare() {}, stop: async () => {} }
  }
  const pool = openVendorPool({ connectionString: address }, POOL)
  const breaker = makeBreaker<MeltagVendor>(MEMORY_MS, clock)
  let preparing = 0
  return {
    async find(search) {
      if (preparing > 0) return { vendor: PREPARING, tags: [] }
      const failed = breaker.failed()
      if (failed) return { vendor: failed, tags: [] }
      try {
        const tags = await pool.ask((client) => ask(client, search))
        breaker.tell(null)
        return { vendor: ANSWERED, tags }
      } catch (error) {
        if (error instanceof VendorBusy) {
          breaker.skip()
          return { vendor: BUSY, tags: [] }
        }
        const vendor = explain(error)
        breaker.tell(vendor)
        // The code only: what a driver says may hold parts of the address.
        log.warn({ state: vendor.state, code: codeOf(error) }, 'the Meltag database failed')
        return { vendor, tags: [] }
      }
    },
    prepare(preparation) {
      preparing++
      const end = () => void preparing--
      preparation.then(end, end)
    },
    stop: () => pool.stop(),
  }
}

/** The columns are looked at each time: a moment of another type would be read without a complaint. */
async function ask(client: ClientBase, search: VendorSearch): Promise<VendorTag[]> {
  const trouble = troubleOfColumns(await columnsOf(client))
  if (trouble) throw new OtherShape(trouble)
  return (await tagsOf(client, search)).map(tagOf)
}

class OtherShape extends Error {
  readonly vendor: MeltagVendor

  constructor(vendor: MeltagVendor) {
    super('The view is not as agreed.')
    this.vendor = vendor
  }
}

function explain(error: unknown): MeltagVendor {
  if (error instanceof OtherShape) return error.vendor
  if (error instanceof WrongValue) return wrongValue(error.column)
  return troubleOf(error)
}
