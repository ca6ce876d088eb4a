import { useLocalStorage } from '@mantine/hooks'
import { z } from 'zod'
import type { PlantFound } from '../../../../../contract/programme/plant.ts'

const KEY = 'hil.plantRecent'
const KEPT = 8

/** By its place in the lot: a code that could be scanned is never kept on the phone. */
const recent = z.object({
  batchId: z.number(),
  letters: z.string(),
  productName: z.string(),
  fromSerial: z.number(),
  toSerial: z.number(),
  carton: z.number().nullable(),
})
export type Recent = z.infer<typeof recent>

/** How a pack or carton is asked for without its code. */
export const keyOf = ({
  batchId,
  carton,
  fromSerial,
}: Pick<Recent, 'batchId' | 'carton' | 'fromSerial'>): string =>
  carton === null ? `${batchId}/${fromSerial}` : `${batchId}#${carton}`

/** What is kept of an answer; null where nothing of mine was found. */
export function recentOf(found: PlantFound): Recent | null {
  if (found.found !== 'pack' && found.found !== 'carton') return null
  return recent.safeParse(found).data ?? null
}

/** What was looked up on this phone, the last first. */
export function useRecent() {
  const [stored, setStored, clear] = useLocalStorage<unknown>({
    key: KEY,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const list = z.array(recent).safeParse(stored).data ?? []
  const add = (found: Recent): void =>
    setStored([found, ...list.filter((one) => keyOf(one) !== keyOf(found))].slice(0, KEPT))
  return { list, add, clear }
}
