import { sql } from 'kysely'
import type { DeliveryListQuery } from '../../../../contract/desk/notifications.ts'
import type { Db } from '../../../db/database.ts'
import { joinedPage, type Order } from '../../../db/keyset.ts'
import type { MemberWords } from '../../people/members/index.ts'

const deliveries = (db: Db) =>
  db
    .selectFrom('notification_delivery as d')
    .select([
      'd.member_id',
      'd.inbox_at as inboxAt',
      'd.read_at as readAt',
      'd.webhook',
      'd.webhook_at as webhookAt',
      'd.trouble',
    ])
const withNames = (db: Db, page: ReturnType<typeof deliveries>) =>
  db
    .selectFrom(page.as('d'))
    .innerJoin('member as m', 'm.member_id', 'd.member_id')
    .select([
      'd.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.mobile',
      'm.language',
      'd.inboxAt',
      'd.readAt',
      'd.webhook',
      'd.webhookAt',
      'd.trouble',
    ])
type Found = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const BY_MEMBER: Order<Found> = {
  name: 'member',
  direction: 'asc',
  key: [{ column: 'd.member_id', type: 'int', of: (row) => row.memberId }],
}

/** Who has a message, in the order of members' ids; their names are joined to the page alone. */
export async function deliveryPage(
  db: Db,
  notificationId: number,
  filters: DeliveryListQuery,
  sought: MemberWords | null,
) {
  let query = deliveries(db).where('d.notification_id', '=', notificationId)
  const [only, ...more] = filters.webhook ?? []
  // One state is compared by `=`, so that its index gives the order too.
  if (only) {
    query =
      more.length === 0
        ? query.where('d.webhook', '=', only)
        : query.where('d.webhook', 'in', [only, ...more])
  }
  if (filters.read) {
    query = query.where('d.read_at', filters.read === 'yes' ? 'is not' : 'is', null)
  }
  if (sought) {
    const [column, value] = 'mobile' in sought ? ['mobile', sought.mobile] : ['code', sought.code]
    query = query.where(
      sql<boolean>`d.member_id = (select member_id from member where ${sql.ref(column)} = ${value})`,
    )
  }
  return joinedPage(db, query, (page) => withNames(db, page), BY_MEMBER, filters)
}
