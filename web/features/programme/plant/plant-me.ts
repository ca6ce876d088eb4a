import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { plantMe } from '../../../../contract/programme/plant.ts'
import { call } from '../../../lib/api.ts'
import { followAccount, sendLanguage } from '../../../lib/my-language.ts'
import { readLanguage } from '../../../lib/read-language.ts'
import { readSession } from '../../../lib/session.ts'
import { forgetMe, keepMe, keptMe, mine, type PlantMe } from './kept-me.ts'

export const ME_KEY = 'plant-me'
const FRESH_MS = 10 * 60_000

async function askMe(signal: AbortSignal): Promise<PlantMe> {
  const read = readLanguage()
  const me = await call(plantMe, { signal })
  keepMe(me)
  // What was chosen while the answer was on its way is newer than the answer.
  if (readLanguage() === read) followAccount(me.language)
  return me
}

/**
 * Who I am on the line, kept on the phone while I am signed in, for when the network is away. `awaited`
 * while the first answer is on its way to a phone that keeps nothing of me.
 */
export function usePlantMe(): { me: PlantMe | undefined; awaited: boolean } {
  const { data, isPending, isFetching, failureCount } = useQuery({
    queryKey: [ME_KEY, mine()],
    queryFn: ({ signal }) => askMe(signal),
    initialData: keptMe,
    initialDataUpdatedAt: 0,
    staleTime: FRESH_MS,
  })
  useEffect(() => {
    const send = (): void => void sendLanguage()
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [])
  useEffect(
    () => () => {
      if (!readSession()) forgetMe()
    },
    [],
  )
  return { me: data, awaited: isPending && isFetching && failureCount === 0 }
}
