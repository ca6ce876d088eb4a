import { BANNER_STATES } from '../../../contract/banners.ts'
import {
  listOffers,
  offerListQuery,
  type Offer,
  type OfferListQuery,
} from '../../../contract/offers.ts'
import { call } from '../../lib/api.ts'
import { formatAmount, formatMoment } from '../../lib/format.ts'
import { shownWords, stateAt } from '../../lib/shown-time.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { BANNER_LOOKS, StateTag } from '../banners/state-tag.tsx'
import { MediaThumb } from '../media/media-thumb.tsx'
import { AudienceCell } from './audience-cell.tsx'
import classes from './offers.module.css'

/** Pixels of a picture in a row. */
const THUMB = 52

export const offerSource: ListSource<Offer, OfferListQuery> = {
  name: 'offers',
  schema: offerListQuery,
  fetchPage: (query, signal) => call(listOffers, { query, signal }),
  rowId: ({ offerId }) => String(offerId),
}

export const OFFER_COLUMNS: Column<Offer>[] = [
  {
    key: 'title',
    header: 'Offer',
    width: 270,
    render: ({ title, media }) => (
      <span className={classes.named}>
        {/* Its pages are counted in a column of their own. */}
        <MediaThumb media={{ ...media, kind: 'image' }} width={THUMB} />
        <span>
          <span>{title.en}</span>
          <small lang="hi">{title.hi}</small>
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 92,
    card: 'corner',
    render: (offer) => <StateTag state={stateAt(offer, Date.now())} />,
  },
  {
    key: 'time',
    header: 'When',
    width: 256,
    card: 'wide',
    render: (offer) => shownWords(offer, Date.now()),
  },
  {
    key: 'audience',
    header: 'For whom',
    width: 180,
    card: 'wide',
    render: ({ audience }) => <AudienceCell audience={audience} />,
  },
  {
    key: 'kind',
    header: 'Shows',
    width: 120,
    render: ({ media }) =>
      media.kind === 'document' ? `Catalogue, ${formatAmount(media.pages, 'page')}` : 'Picture',
  },
  {
    key: 'changed',
    header: 'Changed',
    width: 170,
    optional: true,
    render: ({ changedAt, changedBy }) => `${formatMoment(changedAt)} by ${changedBy}`,
  },
]

export const OFFER_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'status',
    label: 'State',
    primary: true,
    choices: BANNER_STATES.map((value) => ({ value, label: BANNER_LOOKS[value].label })),
  },
]

export const OFFER_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'ending', label: 'Ending first' },
]
