import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import { plantMe } from '../../../contract/plant.ts'
import { call } from '../../lib/api.ts'
import { followAccount, sendLanguage } from '../../lib/my-language.ts'
import { readLanguage } from '../../lib/read-language.ts'
import { readSession, staffIdOf } from '../../lib/session.ts'

type PlantMe = z.infer<typeof plantMe.response>

const KEY = 'hil.plantMe'
const FRESH_MS = 10 * 60_000

function mine(): number | null {
  const session = readSession()
  return session && staffIdOf(session)
}

/** What was kept of whoever is signed in now; nothing of another. */
function keptMe(): PlantMe | undefined {
  try {
    const kept = plantMe.response.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return kept.success && kept.data.staffId === mine() ? kept.data : undefined
  } catch {
    return undefined
  }
}

async function askMe(signal: AbortSignal): Promise<PlantMe> {
  const read = readLanguage()
  const me = await call(plantMe, { signal })
  localStorage.setItem(KEY, JSON.stringify(me))
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
    queryKey: ['plant-me', mine()],
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
      if (!readSession()) localStorage.removeItem(KEY)
    },
    [],
  )
  return { me: data, awaited: isPending && isFetching && failureCount === 0 }
}
