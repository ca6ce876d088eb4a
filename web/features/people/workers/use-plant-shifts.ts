import { useQuery } from '@tanstack/react-query'
import type { PlantShifts } from '../../../../contract/people/shifts.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'

/** When the shifts of a plant begin and end; undefined until that is known. */
export function usePlantShifts(plantId: number | string): PlantShifts | undefined {
  const { data } = useQuery(catalogueOptions())
  return data?.plants.find((plant) => plant.plantId === Number(plantId))?.shifts
}
