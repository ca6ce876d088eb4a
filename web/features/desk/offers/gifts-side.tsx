import { Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { useEdit } from '../../../ui/edit/use-edit.ts'
import { EmptyState, FailedState } from '../../../ui/list/list-states.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { GiftDrawer } from './gift-drawer.tsx'
import { GiftEditor } from './gift-editor.tsx'
import { giftsOptions } from './gift-queries.ts'
import { GIFT_COLUMNS } from './gifts-list.tsx'
import classes from './gifts.module.css'

/** Under 768 px rows become cards. */
const NARROW = '(max-width: 767.98px)'

function Gifts({ onOpen }: { onOpen: (id: string) => void }): ReactElement {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const gifts = useQuery(giftsOptions())
  if (!gifts.data && gifts.isError)
    return (
      <FailedState
        many="gifts"
        failure={gifts.error}
        onRetry={() => void gifts.refetch()}
        onClear={() => undefined}
      />
    )
  if (gifts.data?.gifts.length === 0)
    return (
      <EmptyState
        title="No gifts yet"
        text="A gift is what members can have for their points. Each will stand here with its price, its stock and how many are promised."
      />
    )
  return (
    <Rows
      label="Gifts"
      narrow={narrow}
      view={{ columns: GIFT_COLUMNS, compact: false }}
      rows={gifts.data?.gifts}
      rowId={({ giftId }) => String(giftId)}
      stale={false}
      sort=""
      onSort={() => undefined}
      onOpen={onOpen}
      selection={undefined}
    />
  )
}

/** Gifts with their price and stock; the one that is open stands beside the list. */
export function GiftsSide({ sides }: { sides: ReactElement }): ReactElement {
  const edits = can(useRole(), 'gift.edit')
  const open = useOpenRow()
  const { edit, begin, close, saved } = useEdit()
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <Title order={1}>Offers</Title>
          <p>What points can be redeemed for: prices, stock, and what is promised already.</p>
        </div>
        {edits && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => begin('new')}
          >
            New gift
          </Button>
        )}
      </header>
      {sides}
      <div className={classes.rows}>
        <Gifts onOpen={open.show} />
      </div>
      <GiftDrawer
        id={open.id}
        editing={edits && edit !== undefined}
        onEdit={(giftId) => begin(String(giftId))}
        onClose={open.close}
      />
      {edits && <GiftEditor edit={edit} onDone={saved} onClose={close} />}
    </div>
  )
}
