import { randomBytes } from 'node:crypto'
import { changeDistributor, listDistributors } from '../../../contract/people/distributors.ts'
import { scanCoupon } from '../../../contract/programme/scans.ts'
import type { Random } from '../../../server/demo/random.ts'
import { codesOf } from '../../../server/features/programme/batches/codes.ts'
import type { TestServer } from '../../../server/test/server.ts'

/** Some ordinary requests: a list, a change in a transaction, a scan of a code that nobody printed. */
export type Asks = {
  list(): Promise<Response>
  change(): Promise<Response>
  scan(): Promise<Response>
  any(random: Random): Promise<Response>
}

/** The distributor that is changed, to what it is. */
const FIRM = { code: 'D1', name: 'Sharma Traders', state: 27, city: 'Pune' }

export async function makeAsks(server: TestServer) {
  const admin = await server.staff('admin')
  const member = await server.member()
  const { distributor_id: distributorId } = await server.db
    .insertInto('distributor')
    .values(FIRM)
    .returning('distributor_id')
    .executeTakeFirstOrThrow()
  const [code = ''] = codesOf(randomBytes(32), 999, 1, 1)
  const { token } = admin
  const list = () => server.raw(listDistributors, { token })
  const change = () =>
    server.raw(changeDistributor, {
      token,
      params: { distributorId },
      body: { ...FIRM, version: 0 },
    })
  const scan = () => server.raw(scanCoupon, { token: member.token, body: { code } })
  const asks: Asks = { list, change, scan, any: (random) => random.pick([list, change, scan])() }
  return { admin, member, distributorId, asks }
}

/** What these need of the server's settings. */
export const ASKS_SETTINGS = { WRONG_CODES_PER_DAY: '1000000' }
