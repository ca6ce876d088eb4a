import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { DELIVERY_COLUMNS, deliverySource } from './deliveries-list.tsx'
import { messageOptions } from './message-queries.ts'

/** Who has a message, and what became of it for each. */
export function DeliveriesPage({ of }: { of: string }): ReactElement {
  const navigate = useNavigate()
  const { data: message } = useQuery(messageOptions(of))
  const title = message ? `Who has “${message.title}”` : 'Who has it'
  return (
    <ListPage
      source={deliverySource}
      title={title}
      about="Every member has it once. “Unknown” by SMS or push may have arrived; it is never sent again."
      columns={DELIVERY_COLUMNS}
      action={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
          onClick={() => void navigate({ to: '.', search: { open: of } })}
        >
          Back to the message
        </Button>
      }
    />
  )
}
