import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  listChannels,
  type NotificationDetail,
  type NotificationRow,
} from '../../../../contract/desk/notifications.ts'
import { promotionHoursWords, promotionWaitMs } from '../../../../contract/platform/quiet-hours.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'

/** What the server has; it changes with its settings only. */
const settingsOptions = () =>
  queryOptions({
    queryKey: ['notification-channels'],
    queryFn: ({ signal }) => call(listChannels, { signal }),
    staleTime: 300_000,
  })

/** The channels that the server has. */
export const channelsOptions = () =>
  queryOptions({ ...settingsOptions(), select: ({ channels }) => channels })

/** That SMS and push wait for the hours of promotion, where they would at this moment; else null. */
export function useQuietWords(
  { channels }: Pick<NotificationRow, 'channels'>,
  at: number,
): string | null {
  const { data } = useQuery(settingsOptions())
  if (!data || !channels.includes('webhook')) return null
  const { promotionHours } = data
  if (promotionWaitMs(new Date(at), promotionHours) === 0) return null
  return `SMS and push go out from ${promotionHoursWords(promotionHours)} only, and wait until then; the inbox has it at once.`
}

/** That somebody else approves the sending first, where that is known already; else null. */
export function useSecondWords(
  { links }: Pick<NotificationDetail, 'links'>,
  people: number | undefined,
): string | null {
  const { data } = useQuery(settingsOptions())
  if (links.length > 0) {
    return `It has a link to ${links.join(', ')}, so somebody else approves it first.`
  }
  if (!data || people === undefined || people <= data.aloneMembers) return null
  return `One person writes to at most ${formatAmount(data.aloneMembers, 'member')} a day, so somebody else approves it first.`
}
