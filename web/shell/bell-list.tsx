import { Button, Popover, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import { canSee } from '../../contract/menu.ts'
import { NOTICE_DAYS, readNotices, type Notice } from '../../contract/platform/notices.ts'
import { call } from '../lib/api.ts'
import { formatMoment, formatRelative } from '../lib/format.ts'
import { parseSearch } from '../lib/search.ts'
import { useRole } from '../lib/session.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { AskedPasswordRow } from './asked-password-row.tsx'
import { noticesOptions } from './bell-query.ts'
import classes from './bell.module.css'
import { useSeen } from './use-seen.ts'

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }): ReactElement {
  const { noticeId, words, link, at, read } = notice
  const { pathname, search } = new URL(link, window.location.origin)
  const role = useRole()
  const content = (
    <>
      <span className={classes.dot} data-unread={!read} aria-hidden />
      <span>
        {!read && <span className={classes.hidden}>Unread: </span>}
        {words}
      </span>
      <time dateTime={at} title={formatMoment(at)}>
        {formatRelative(at)}
      </time>
    </>
  )
  // It may have been told to a role that the person no longer has.
  if (!canSee(role, pathname)) return <li className={classes.notice}>{content}</li>
  return (
    <li data-unread-notice={read ? undefined : noticeId}>
      <Link to={pathname} search={parseSearch(search)} className={classes.notice} onClick={onOpen}>
        {content}
      </Link>
    </li>
  )
}

function Rows({ onOpen }: { onOpen: () => void }): ReactElement {
  const queries = useQueryClient()
  const { data, error, isPending } = useQuery(noticesOptions())
  const read = (body: z.input<NonNullable<typeof readNotices.body>>): void =>
    void call(readNotices, { body }).then(
      // The rows stay marked as they were when they were opened, until they are asked for again.
      ({ unread }) =>
        queries.setQueryData(noticesOptions().queryKey, (kept) => kept && { ...kept, unread }),
      // The next opening tries again.
      () => undefined,
    )
  const listRef = useSeen((noticeIds) => read({ noticeIds }))
  if (isPending) return <Skeleton height={120} aria-hidden />
  if (!data) return <FailureAlert error={error} title="Your notices could not be loaded" />
  const [newest] = data.items
  if (!newest) {
    return (
      <Text c="dimmed" size="sm" p={12}>
        Nothing yet. Here you are told when a report is ready, when somebody gives you an enquiry,
        what others decided about your proposals, and what became of a new password.
      </Text>
    )
  }
  return (
    <>
      <ol ref={listRef} className={classes.notices}>
        {data.items.map((notice) => (
          <NoticeRow key={notice.noticeId} notice={notice} onOpen={onOpen} />
        ))}
      </ol>
      {data.unread > 0 && newest && (
        <Button
          className={classes.all}
          size="compact-sm"
          variant="subtle"
          onClick={() => read({ upTo: newest.noticeId })}
        >
          Mark all as read
        </Button>
      )}
    </>
  )
}

/** The notices behind the bell, which is its child. Its code comes when the bell is pointed at. */
export function BellList({
  opened,
  onClose,
  children,
}: {
  opened: boolean
  onClose: () => void
  children: ReactElement
}): ReactElement {
  return (
    // Not in a portal: what is in portals is hidden while offline, this is not.
    <Popover
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="bottom-end"
      width={380}
      withinPortal={false}
      shadow="md"
      offset={10}
      trapFocus
      returnFocus
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.list} aria-label="Notices">
        <p className={classes.head}>
          <b>Notices of my work</b>
          <span>{`Kept for ${NOTICE_DAYS} days`}</span>
        </p>
        <AskedPasswordRow />
        <Rows onOpen={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
