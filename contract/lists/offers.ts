import type { Audience } from '../people/audience.ts'
import { audienceWords } from '../people/audience-words.ts'
import { type Offer, offerQuery } from '../desk/offers.ts'
import { BANNER_NAMES } from '../desk/banners.ts'
import { formatMoment } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const distributor = (distributorId: number): string => `distributor ${distributorId}`

const audienceText = ({ audience }: { audience: Audience }): string =>
  audienceWords(audience, { distributor })

const shown = ({ from, to }: Offer): string =>
  `From ${formatMoment(from)}, ${to === null ? 'no end set' : `until ${formatMoment(to)}`}`

const column = columnsOf<Offer>()

export const offerList = defineList({
  name: 'offers',
  noun: ['offer', 'offers'],
  empty: {
    title: 'No offers yet',
    text: 'An offer is a picture or a catalogue with words in English and Hindi, for some members and for some days. Each will stand here with its time.',
  },
  query: offerQuery,
  id: ({ offerId }: Offer) => String(offerId),
  columns: [
    column.text('title', 'Offer', ({ title }) => `${title.en} (${title.hi})`),
    column.text('state', 'Status', (row) => BANNER_NAMES[row.state]),
    column.text('time', 'When', shown),
    column.text('audience', 'Audience', audienceText),
    column.text('kind', 'Shows', ({ media: { kind, pages } }) =>
      kind === 'document' ? `Catalogue, ${pages} ${pages === 1 ? 'page' : 'pages'}` : 'Picture',
    ),
    column.text(
      'changed',
      'Changed',
      (row) => `${formatMoment(row.changedAt)} by ${row.changedBy}`,
      {
        optional: true,
      },
    ),
  ],
})
