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
    name: 'A message with a link, or to more members than one person writes to in a day, was approved by a second person',
    sql: `select n.notification_id, n.planned_by, n.approved_by, n.audience_count
      from notification n
      where n.alone_members is not null and (
        n.approved_by is not null and (n.approved_by in (n.planned_by, n.created_by)
          or n.approved_at > n.started_at or exists (select from notification_event e
            where e.notification_id = n.notification_id and e.step in ('write', 'change')
              and (e.staff_id = n.approved_by or e.at > n.approved_at)))
        or n.approved_by is null and (n.target ->> 'to' = 'web'
          or concat_ws(' ', n.title_en, n.body_en, n.title_hi, n.body_hi) ~ '://'
          or n.alone_members < (select sum(o.audience_count) from notification o
            where o.planned_by = n.planned_by and o.approved_by is null
              and o.alone_members is not null and o.started_at <= n.started_at
              and (o.started_at at time zone 'Asia/Kolkata')::date
                = (n.started_at at time zone 'Asia/Kolkata')::date)))`,
  },
  {
    name: 'Of an erased member no message is left',
    sql: `select member_id, notification_id from notification_delivery join member using (member_id)
      where erased_at is not null`,
  },
]
