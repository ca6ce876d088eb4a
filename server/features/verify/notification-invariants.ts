const WEBHOOK = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const

/** What must be true of every message to members and of who has it. */
export const NOTIFICATION_INVARIANTS: readonly { name: string; sql: string }[] = [
  {
    name: 'The counts of a message are those of its deliveries',
    sql: `select n.notification_id, n.reached, d.rows, c.*, d.*
      from notification n
      left join (select notification_id, sum(read) as read,
          ${WEBHOOK.map((state) => `sum(${state}) as ${state}`).join(', ')}
        from notification_count group by notification_id) c using (notification_id)
      left join (select notification_id, count(*) as rows, count(read_at) as read,
          ${WEBHOOK.map((state) => `count(*) filter (where webhook = '${state}') as ${state}`).join(', ')}
        from notification_delivery group by notification_id) d using (notification_id)
      where n.reached <> coalesce(d.rows, 0) or coalesce(c.read, 0) <> coalesce(d.read, 0)
        ${WEBHOOK.map((state) => `or coalesce(c.${state}, 0) <> coalesce(d.${state}, 0)`).join(' ')}`,
  },
  {
    name: 'A message has deliveries once it began, waits for nobody once it is sent, and uses its channels',
    sql: `select n.notification_id, n.state, d.member_id, d.webhook
      from notification n join notification_delivery d using (notification_id)
      where n.state in ('draft', 'scheduled')
        or (n.state = 'sent' and d.webhook in ('waiting', 'sending'))
        or (d.webhook is null) = ('webhook' = any(n.channels))
        or d.member_id > n.reached_member
      union all
      select notification_id, state, null, null from notification
      where state = 'sent' and all_reached_at is null`,
  },
  {
    name: 'Of an erased member no message is left',
    sql: `select member_id, notification_id from notification_delivery join member using (member_id)
      where erased_at is not null`,
  },
]
