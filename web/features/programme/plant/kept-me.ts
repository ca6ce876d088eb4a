import type { z } from 'zod'
import { plantMe } from '../../../../contract/programme/plant.ts'
import { readSession, staffIdOf } from '../../../lib/session.ts'

export type PlantMe = z.infer<typeof plantMe.response>

const KEY = 'hil.plantMe'

export function mine(): number | null {
  const session = readSession()
  return session && staffIdOf(session)
}

/** What was kept of whoever is signed in now; nothing of another. */
export function keptMe(): PlantMe | undefined {
  try {
    const kept = plantMe.response.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return kept.success && kept.data.staffId === mine() ? kept.data : undefined
  } catch {
    return undefined
  }
}

export const keepMe = (me: PlantMe): void => localStorage.setItem(KEY, JSON.stringify(me))
export const forgetMe = (): void => localStorage.removeItem(KEY)
