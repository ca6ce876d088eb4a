import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { useEdit } from '../../../ui/edit/use-edit.ts'
import { focusRow } from '../../../ui/list/focus-row.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { ComposePage } from './compose-page.tsx'
import { DeliveriesPage } from './deliveries-page.tsx'
import { deliverySource } from './deliveries-list.tsx'
import { MessageDrawer } from './message-drawer.tsx'
import { movingOptions } from './message-queries.ts'
import { MESSAGE_COLUMNS, messageSource } from './messages-list.tsx'

const numberIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? value : undefined

export function preloadNotifications(queries: QueryClient, search: Record<string, unknown>): void {
  if (numberIn(search.of)) preloadList(queries, deliverySource, search)
  else if (search.edit === undefined) preloadList(queries, messageSource, search)
}

/** The row that was written goes on having the focus when the list is there again. */
function useReturn(edit: string | undefined): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = edit
    if (edit === undefined && before !== undefined) focusRow(before)
  }, [edit])
}

/** Notifications: messages to members, from the first word to who has read them. */
export function NotificationsPage(): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const writes = can(useRole(), 'notification.send')
  const { edit: wanted, ...way } = useEdit()
  const [made, setMade] = useState<string>()
  const edit = writes && (wanted === 'new' || numberIn(wanted)) ? wanted : undefined
  const of = numberIn(search.of)
  useReturn(edit)
  if (edit !== undefined) {
    return (
      <ComposePage
        // What was new goes on under its number.
        key={edit === made ? 'new' : edit}
        edit={edit}
        onMade={(notificationId) => {
          setMade(String(notificationId))
          way.move(String(notificationId))
        }}
        onSent={way.saved}
        onClose={way.close}
      />
    )
  }
  if (of !== undefined) return <DeliveriesPage of={of} />
  return <Messages writes={writes} onEdit={way.begin} />
}

function Messages({
  writes,
  onEdit,
}: {
  writes: boolean
  onEdit: (edit: string) => void
}): ReactElement {
  const open = useOpenRow()
  useQuery(movingOptions())
  return (
    <ListPage
      source={messageSource}
      title="Notifications"
      about="Messages to members: to whom, when, and how many have and read them."
      columns={MESSAGE_COLUMNS}
      action={
        writes && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => onEdit('new')}
          >
            New message
          </Button>
        )
      }
      onOpen={open.show}
    >
      <MessageDrawer
        id={open.id}
        onEdit={(notificationId) => onEdit(String(notificationId))}
        onClose={open.close}
      />
    </ListPage>
  )
}
