import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { offerList } from '../../../../contract/lists/offers.ts'
import { listOffers, offerListQuery } from '../../../../contract/desk/offers.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMoment } from '../../../lib/format.ts'
import { shownWords, stateAt } from '../../../lib/shown-time.ts'
import { StateTag } from '../banners/state-tag.tsx'
import { MediaThumb } from '../../platform/media/media-thumb.tsx'
import { AudienceCell } from './audience-cell.tsx'
import classes from './offers.module.css'

/** Pixels of a picture in a row. */
const THUMB = 52

export const offerSource = listSource(offerList, {
  schema: offerListQuery,
  fetchPage: (query, signal) => call(listOffers, { query, signal }),
})

export const OFFER_COLUMNS = columnsFor(offerList, {
  title: {
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
  state: {
    width: 92,
    card: 'corner',
    render: (offer) => <StateTag state={stateAt(offer, Date.now())} />,
  },
  time: { width: 256, card: 'wide', render: (offer) => shownWords(offer, Date.now()) },
  audience: {
    width: 180,
    card: 'wide',
    render: ({ audience }) => <AudienceCell audience={audience} />,
  },
  kind: {
    width: 120,
    render: ({ media }) =>
      media.kind === 'document' ? `Catalogue, ${formatAmount(media.pages, 'page')}` : 'Picture',
  },
  changed: {
    width: 170,
    render: ({ changedAt, changedBy }) => `${formatMoment(changedAt)} by ${changedBy}`,
  },
})
