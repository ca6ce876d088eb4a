import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { deleteOffer, saveOffer, type Offer } from '../../../../contract/desk/offers.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { shownWords, stateAt } from '../../../lib/shown-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { StateTag } from '../banners/state-tag.tsx'
import { AppOffer } from './app-offer.tsx'
import { AudienceCell } from './audience-cell.tsx'
import { bodyOf, keepOffer, offerOptions } from './offer-queries.ts'
import { offerSource } from './offers-list.tsx'
import classes from './offers.module.css'

const MINUTE_MS = 60_000

type ActProps = {
  offer: Offer
  onDialog: (opened: boolean) => void
  onEdit: (offerId: number) => void
  onDeleted: () => void
}

function Delete({
  offer: { offerId, title },
  asking,
  onDone,
  onClose,
}: {
  offer: Offer
  asking: boolean
  onDone: () => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const act = async (): Promise<void> => {
    await call(deleteOffer, { params: { offerId } })
    onDone()
    notifyDone(`“${title.en}” is deleted.`)
    client.removeQueries({ queryKey: offerOptions(String(offerId)).queryKey })
    await client.invalidateQueries({ queryKey: [offerSource.name] })
  }
  return (
    <DeleteDialog
      name={asking ? title.en : null}
      what="Members stop seeing it, and its words and its time are lost. Its picture or catalogue stays in the gallery. To hide it for a while, switch it off instead."
      onDelete={act}
      onClose={onClose}
    />
  )
}

function Acts({ offer, onDialog, onEdit, onDeleted }: ActProps): ReactElement {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { on, title } = offer
  const { busy, error, send } = useSending(async () => {
    keepOffer(client, await call(saveOffer, { body: bodyOf(offer, { on: !on }) }))
    notifyDone(`“${title.en}” is switched ${on ? 'off' : 'on'}.`)
  })
  const turn = (opened: boolean): void => {
    setAsking(opened)
    onDialog(opened)
  }
  return (
    <>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={() => onEdit(offer.offerId)}>
          Edit
        </Button>
        <Button size="xs" variant="default" loading={busy} onClick={() => void send()}>
          {on ? 'Switch off' : 'Switch on'}
        </Button>
        <Button size="xs" variant="default" onClick={() => turn(true)}>
          Delete
        </Button>
      </div>
      {error !== null && <FailureAlert error={error} title={`It stayed ${on ? 'on' : 'off'}`} />}
      <Delete
        offer={offer}
        asking={asking}
        onDone={() => {
          onDialog(false)
          onDeleted()
        }}
        onClose={() => turn(false)}
      />
    </>
  )
}

function Detail(acts: ActProps): ReactElement {
  const edits = can(useRole(), 'media.edit')
  const { offer } = acts
  const now = useNow(MINUTE_MS)
  const { title, text, media, audience, changedAt, changedBy } = offer
  return (
    <>
      <div>
        <StateTag state={stateAt(offer, now)} />
      </div>
      {edits && <Acts {...acts} />}
      <Facts
        facts={[
          ['When', shownWords(offer, now)],
          ['From', formatMoment(offer.from)],
          ['Until', offer.to === null ? 'No end set' : formatMoment(offer.to)],
          ['Audience', <AudienceCell key="audience" audience={audience} />],
          ['Changed', `${formatMoment(changedAt)} by ${changedBy}`],
        ]}
      />
      <AppOffer
        media={media}
        words={{ en: { title: title.en, text: text.en }, hi: { title: title.hi, text: text.hi } }}
      />
    </>
  )
}

/** One offer beside the list, as members see it. */
export function OfferDrawer({
  id,
  editing,
  onEdit,
  onClose,
}: {
  id: string | undefined
  /** Whether the editor stands over it. */
  editing: boolean
  onEdit: ActProps['onEdit']
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(offerOptions(id))
  return (
    <DetailDrawer
      id={id}
      title={query.data?.title.en ?? 'Offer'}
      query={query}
      held={held || editing}
      onClose={onClose}
    >
      {(offer) => (
        <Detail
          key={offer.offerId}
          offer={offer}
          onDialog={setHeld}
          onEdit={onEdit}
          onDeleted={onClose}
        />
      )}
    </DetailDrawer>
  )
}
