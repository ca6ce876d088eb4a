import { useQuery } from '@tanstack/react-query'
import type { NotificationDetail } from '../../../../contract/desk/notifications.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { countOptions, useAudienceWords } from '../../people/audience/audience-queries.ts'

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The audience as it is now, in words that begin a sentence; undefined while it is counted. */
export function useWhom({ audience, channels }: NotificationDetail, opened: boolean) {
  const words = useAudienceWords()
  const { data, isError } = useQuery({
    ...countOptions(audience),
    enabled: opened,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const ways = channels.includes('webhook')
    ? 'the app’s inbox, and by SMS or push'
    : 'the app’s inbox'
  const whom = lower(words(audience))
  return {
    people: data?.members,
    sentence: data
      ? `It goes to ${formatAmount(data.members, 'member')}: ${whom}. ${formatNumber(data.en)} read it in English and ${formatNumber(data.hi)} in Hindi, in ${ways}.`
      : isError
        ? `It goes to: ${whom}. They could not be counted just now.`
        : `It goes to: ${whom}. They are being counted …`,
  }
}
