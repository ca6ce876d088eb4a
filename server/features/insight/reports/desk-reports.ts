import { NOTIFICATION_STATES } from '../../../../contract/desk/notifications.ts'
import { PARCEL_STATE_NAMES, PARCEL_STATES } from '../../../../contract/money/payment-states.ts'
import { excelSerial } from '../../../lib/xlsx/serial.ts'
import { STATE_OF } from '../../money/parcels/index.ts'
import { OPEN_STATES } from '../../money/redemptions/index.ts'
import { MEMBER_COLUMNS, membersAmong, momentsOf, stateNameOf } from './conditions.ts'
import { rupees } from './money-reports.ts'
import type { Report, ReportColumn } from './report.ts'
import { isOneOfTexts, textOf, wordsFor } from '../../../db/sql-text.ts'

const counted = (header: string, column: string): ReportColumn => ({
  header,
  type: 'integer',
  total: true,
  sql: `coalesce(c.${column}, 0)`,
})

const notifications: Report = {
  withoutMembers: true,
  description: 'Each message to members: when it was sent, to how many, and how many read it.',
  page: '/dashboard/notifications',
  filters: ['from', 'to'],
  columns: [
    { header: 'Message', type: 'integer', width: 10, sql: 'n.notification_id' },
    { header: 'Title', type: 'text', width: 36, sql: 'n.title_en' },
    { header: 'Title in Hindi', type: 'text', width: 36, sql: 'n.title_hi' },
    {
      header: 'Stands',
      type: 'text',
      width: 12,
      sql: textOf('n.state', wordsFor(NOTIFICATION_STATES)),
    },
    { header: 'Channels', type: 'text', sql: `array_to_string(n.channels, ', ')` },
    { header: 'Planned for', type: 'datetime', sql: excelSerial('n.send_at') },
    { header: 'Begun', type: 'datetime', sql: excelSerial('n.started_at') },
    { header: 'Ended', type: 'datetime', sql: excelSerial('n.finished_at') },
    { header: 'Audience', type: 'integer', total: true, sql: 'n.audience_count' },
    { header: 'Reached', type: 'integer', total: true, sql: 'n.reached' },
    counted('Read', 'read'),
    counted('Webhook: waiting', 'waiting'),
    counted('Webhook: sent', 'sent'),
    counted('Webhook: failed', 'failed'),
    counted('Webhook: not known', 'unknown'),
    { header: 'Made by', type: 'text', width: 22, sql: 's.name' },
    { header: 'Changed', type: 'datetime', sql: excelSerial('n.changed_at') },
  ],
  rows: (filters) => ({
    from: `notification n
      left join staff s on s.staff_id = n.created_by
      left join (select notification_id, sum(read) as read, sum(waiting + sending) as waiting,
          sum(sent) as sent, sum(failed) as failed, sum(unknown) as unknown
        from notification_count group by notification_id) c
        on c.notification_id = n.notification_id`,
    where: momentsOf('n.changed_at', filters),
    orderBy: 'n.changed_at desc, n.notification_id desc',
  }),
}

const asked = (states: readonly string[]) =>
  `(select coalesce(sum(r.quantity), 0) from redemption r
    where r.gift_id = g.gift_id and ${isOneOfTexts('r.state', states)})`

const gifts: Report = {
  withoutMembers: true,
  description:
    'Each gift with its points, its worth, and its stock: put in, promised, given, left.',
  page: '/dashboard/media/ecatalogue',
  filters: [],
  columns: [
    { header: 'Code', type: 'text', width: 12, sql: 'g.code' },
    { header: 'Gift', type: 'text', width: 30, sql: 'g.name' },
    {
      header: 'Stands',
      type: 'text',
      width: 12,
      sql: `case when g.active then 'Offered' else 'Withdrawn' end`,
    },
    { header: 'Points', type: 'integer', sql: 'g.points' },
    { header: 'Worth of one', type: 'money', sql: rupees('g.value_paise') },
    {
      header: 'Put in',
      type: 'integer',
      total: true,
      sql: `(select coalesce(sum(change), 0) from gift_stock_change c where c.gift_id = g.gift_id)`,
    },
    { header: 'Promised', type: 'integer', total: true, sql: asked(OPEN_STATES) },
    { header: 'Given', type: 'integer', total: true, sql: asked(['paid']) },
    { header: 'In stock', type: 'integer', total: true, sql: 'g.stock' },
    {
      header: 'Worth of the stock',
      type: 'money',
      total: true,
      sql: rupees('(g.value_paise * g.stock)'),
    },
    {
      header: 'Stock last changed',
      type: 'datetime',
      sql: excelSerial('(select max(c.at) from gift_stock_change c where c.gift_id = g.gift_id)'),
    },
  ],
  rows: () => ({ from: 'gift g', where: [], orderBy: 'lower(g.name), g.gift_id' }),
}

const PARCEL_WORDS = Object.fromEntries(
  PARCEL_STATES.map((state) => [STATE_OF[state], PARCEL_STATE_NAMES[state]]),
)

const parcels: Report = {
  description: 'Each approved gift: to whom, by which courier, and where its parcel is.',
  page: '/dashboard',
  filters: ['from', 'to', 'state', 'memberKind', 'distributor'],
  columns: [
    { header: 'Number', type: 'text', width: 12, sql: 'r.number' },
    { header: 'Approved', type: 'datetime', sql: excelSerial('r.approved_at') },
    ...MEMBER_COLUMNS,
    { header: 'State', type: 'text', sql: stateNameOf('m.state') },
    { header: 'City', type: 'text', sql: 'm.city' },
    { header: 'Gift code', type: 'text', width: 12, sql: 'g.code' },
    { header: 'Gift', type: 'text', width: 28, sql: 'g.name' },
    { header: 'Quantity', type: 'integer', total: true, sql: 'r.quantity' },
    { header: 'Stands', type: 'text', width: 16, sql: textOf('r.state', PARCEL_WORDS) },
    { header: 'Courier', type: 'text', sql: 'p.courier' },
    { header: 'Tracking number', type: 'text', width: 22, sql: 'p.tracking_number' },
    { header: 'Dispatched', type: 'datetime', sql: excelSerial('p.dispatched_at') },
    { header: 'Dispatched by', type: 'text', width: 22, sql: 's.name' },
    { header: 'Delivered', type: 'datetime', sql: excelSerial('p.delivered_at') },
    { header: 'Came back', type: 'datetime', sql: excelSerial('p.returned_at') },
    { header: 'Why it came back', type: 'text', width: 30, sql: 'p.return_reason' },
    { header: 'Times sent', type: 'integer', sql: 'coalesce(p.try, 0)' },
  ],
  rows: (filters) => ({
    from: `redemption r
      left join member m on m.member_id = r.member_id
      left join gift g on g.gift_id = r.gift_id
      left join parcel p on p.redemption_id = r.redemption_id and p.try =
        (select max(l.try) from parcel l where l.redemption_id = r.redemption_id)
      left join staff s on s.staff_id = p.dispatched_by`,
    where: [
      `r.kind = 'gift'`,
      'r.approved_at is not null',
      isOneOfTexts('r.state', Object.values(STATE_OF)),
      ...momentsOf('r.approved_at', filters),
      ...membersAmong(filters),
    ],
    orderBy: 'r.approved_at desc, r.redemption_id desc',
  }),
}

export const deskReports = { notifications, gifts, parcels }
