import { Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import type { GiftDetail } from '../../../../contract/desk/offers.ts'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Timeline } from '../../../ui/timeline.tsx'
import { sourcesOf } from '../../platform/media/media-thumb.tsx'
import { giftOptions } from './gift-queries.ts'
import { GiftTag, Stock } from './gift-words.tsx'
import classes from './gifts.module.css'
import { StockDialog } from './stock-dialog.tsx'

function Photo({ media, name }: { media: GiftDetail['media']; name: string }): ReactElement | null {
  const picture = media?.pictures[0]
  if (!media || !picture) return null
  return (
    <img
      {...sourcesOf(media.pictures)}
      className={classes.photo}
      sizes="220px"
      width={picture.width}
      height={picture.height}
      alt={name}
    />
  )
}

function StockHistory({ changes }: { changes: GiftDetail['stockChanges'] }): ReactElement {
  if (changes.length === 0)
    return <p className={classes.quiet}>Nobody has put pieces in or taken some out yet.</p>
  const entries = changes.map(({ at, by, change, stockAfter, reason }, index) => ({
    key: `${at} ${changes.length - index}`,
    at,
    by,
    icon: change > 0 ? <IconPlus size={14} stroke={2} /> : <IconMinus size={14} stroke={2} />,
    title: `${formatAmount(Math.abs(change), 'piece')} ${change > 0 ? 'put in' : 'taken out'}, then ${formatNumber(stockAfter)} in stock`,
    detail: reason,
  }))
  return <Timeline label="Changes of the stock" entries={entries} />
}

function Detail({
  gift,
  onDialog,
  onEdit,
}: {
  gift: GiftDetail
  onDialog: (opened: boolean) => void
  onEdit: (giftId: number) => void
}): ReactElement {
  const edits = can(useRole(), 'gift.edit')
  const [changing, setChanging] = useState(false)
  const turn = (opened: boolean): void => {
    setChanging(opened)
    onDialog(opened)
  }
  const { name, code, text, points, valuePaise, stock, promised, given, media, active } = gift
  return (
    <>
      <div>
        <GiftTag active={active} />
      </div>
      {edits && (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" onClick={() => turn(true)}>
            Change the stock
          </Button>
          <Button size="xs" variant="default" onClick={() => onEdit(gift.giftId)}>
            Edit
          </Button>
          <StockDialog gift={gift} opened={changing} onClose={() => turn(false)} />
        </div>
      )}
      <Facts
        facts={[
          ['Points', formatNumber(points)],
          ['Cost', `${formatPaise(valuePaise)} without GST`],
          ['In stock', <Stock key="stock" stock={stock} promised={promised} />],
          ['Promised', `${formatAmount(promised, 'piece')} asked for and not handed over`],
          ['Given', formatAmount(given, 'piece')],
          ['Code', code],
          ['Description', text === '' ? null : text],
        ]}
      />
      <Photo media={media} name={name} />
      <Section title="Changes of the stock by hand">
        <StockHistory changes={gift.stockChanges} />
      </Section>
    </>
  )
}

/** One gift beside the list: its price, its stock and who changed it. */
export function GiftDrawer({
  id,
  editing,
  onEdit,
  onClose,
}: {
  id: string | undefined
  /** Whether the editor stands over it. */
  editing: boolean
  onEdit: (giftId: number) => void
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(giftOptions(id))
  return (
    <DetailDrawer
      id={id}
      title={query.data?.name ?? 'Gift'}
      query={query}
      held={held || editing}
      onClose={onClose}
    >
      {(gift) => <Detail key={gift.giftId} gift={gift} onDialog={setHeld} onEdit={onEdit} />}
    </DetailDrawer>
  )
}
