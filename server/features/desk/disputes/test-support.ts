import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import * as contract from '../../../../contract/desk/disputes.ts'
import type { DisputeOutcome } from '../../../../contract/desk/disputes.ts'
import { openMemberEnquiry } from '../../../../contract/desk/member-enquiries.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import type { TestServer } from '../../../test/server.ts'
import { activeCodes } from '../users/test-support.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'

export type Person = { token: string; staffId: number }
export type Member = { token: string; memberId: number; mobile: string }
type Place = { lat?: number; lng?: number; device?: string; retailerId?: number; at?: string }

export const PUNE = { lat: 18.52, lng: 73.85, device: 'phone-of-the-first' }
export const NAGPUR = { lat: 21.15, lng: 79.09, device: 'phone-of-the-claimant' }
/** Members of a test share places and devices. */
export const SETTINGS = { MEMBERS_PER_DEVICE: '10000', SERIALS_PER_PLACE: '10000' }

/** A server with who proposes and who decides, and lots of active coupons of 40 points. */
export function deskOf(server: TestServer) {
  let lots = 0
  return {
    async people() {
      const cs = await server.staff('cs')
      const admin = await server.staff('admin')
      return { cs, admin, almond: await server.staff('almond team') }
    },
    /** A lot; held are the scans of a lot that was sent elsewhere. */
    async lot(coupons: number, { held = false } = {}) {
      const batchId = ++lots
      const codes = await activeCodes(server, { batchId, coupons, ...(held && { sentToState: 9 }) })
      return { batchId, codes }
    },
    scan: (member: Member, code: string | undefined, place: Place = {}) =>
      server.call(scanCoupon, { token: member.token, body: { code, ...place } }),
    /** The member's newest scan. */
    async scanIdOf({ memberId }: Member): Promise<string> {
      const { rows } = await sql<{ id: string }>`
        select id from scan where member_id = ${memberId} order by id desc limit 1`.execute(
        server.db,
      )
      return rows[0]?.id ?? ''
    },
    ask: (member: Member, scanId: string, changed: object = {}) =>
      server.call(openMemberEnquiry, {
        token: member.token,
        body: {
          idempotencyKey: randomUUID(),
          category: 'dispute',
          subject: 'My coupon',
          body: 'I opened the bag myself.',
          scanId,
          ...changed,
        },
      }),
    detail: (by: Person, enquiryId: string) =>
      server.call(contract.getDispute, { token: by.token, params: { enquiryId } }),
    propose: (by: Person, enquiryId: string, outcome: DisputeOutcome, reason = REASON) =>
      server.call(contract.proposeDispute, {
        token: by.token,
        params: { enquiryId },
        body: { outcome, reason },
      }),
    decide: (by: Person, enquiryId: string, outcome: DisputeOutcome, changed: object = {}) =>
      server.call(contract.decideDispute, {
        token: by.token,
        params: { enquiryId },
        body: { agree: true, outcome, note: 'Seen the same way', ...changed },
      }),
    list: (by: Person, query: object = {}) =>
      server.call(contract.listDisputes, { token: by.token, query: { ...query } }),
    open: (by: Person, member: Member, scanId: string) =>
      server.call(contract.openDispute, {
        token: by.token,
        body: { memberId: member.memberId, scanId, body: 'Rang and told it' },
      }),
    /** A coupon that the first one has and the other claims: the id of the enquiry. */
    async disputed(first: Member, claimant: Member, code: string | undefined, place: Place = {}) {
      const won = await this.scan(first, code, { ...PUNE, ...place })
      expect(won.body.result, JSON.stringify(won.body)).toBe('credited')
      const lost = await this.scan(claimant, code, NAGPUR)
      expect(lost.body.result).toBe('already_scanned')
      const asked = await this.ask(claimant, await this.scanIdOf(claimant))
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      return asked.body.enquiryId
    },
    async balance({ memberId }: Member) {
      const { rows } = await sql<{ available: number; held: number }>`
        select available::int, held::int from member_account where member_id = ${memberId}`.execute(
        server.db,
      )
      return rows[0]
    },
    /** Every invariant, but those that a shortcut of a test breaks. */
    async intact(but: ReadonlySet<string> = new Set()) {
      const broken = await checkInvariants(async (text) => {
        const { rows } = await sql.raw<Record<string, unknown>>(text).execute(server.db)
        return rows
      })
      expect(broken.filter(({ name }) => !but.has(name))).toEqual([])
    },
  }
}
export const REASON = 'The bag was sold in Nagpur, as the dealer’s bill shows'
