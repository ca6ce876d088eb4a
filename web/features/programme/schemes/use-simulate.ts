import { useQueryClient } from '@tanstack/react-query'
import { simulateScheme, type SchemeDetail } from '../../../../contract/programme/schemes.ts'
import { call } from '../../../lib/api.ts'
import { useSending } from '../../../ui/use-sending.ts'
import { keepSimulation } from './scheme-queries.ts'

/** Asks for a simulation of a scheme as it stands. */
export function useSimulate({ schemeId }: SchemeDetail) {
  const client = useQueryClient()
  return useSending(async () => {
    keepSimulation(client, await call(simulateScheme, { params: { schemeId } }))
  })
}
export type Simulating = ReturnType<typeof useSimulate>
