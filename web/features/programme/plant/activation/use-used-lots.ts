import { useLocalStorage } from '@mantine/hooks'

const KEY = 'hil.plantLots'
const KEPT = 8

/** The lots that were worked on from this phone, the last first. */
export function useUsedLots(): [readonly number[], (batchId: number) => void] {
  const [used, setUsed] = useLocalStorage<readonly number[]>({
    key: KEY,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const lots = Array.isArray(used) ? used : []
  const use = (batchId: number): void =>
    setUsed([batchId, ...lots.filter((lot) => lot !== batchId)].slice(0, KEPT))
  return [lots, use]
}
