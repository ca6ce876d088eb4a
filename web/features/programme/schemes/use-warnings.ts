import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { checkScheme, type SchemeWarning } from '../../../../contract/programme/schemes.ts'
import { call } from '../../../lib/api.ts'
import { sentTerms, type Draft } from './scheme-form.ts'

const PAUSE_MS = 400
const FRESH_MS = 30_000

/**
 * What the server finds probably not meant, asked once typing pauses and only of terms that are
 * right. `failed` when it could not be asked: nothing is lost by that.
 */
export function useWarnings(draft: Draft): {
  warnings: readonly SchemeWarning[]
  failed: boolean
} {
  const [settled] = useDebouncedValue(draft, PAUSE_MS)
  const terms = useMemo(() => sentTerms(settled), [settled])
  const { data, isError } = useQuery({
    queryKey: ['scheme-check', terms],
    queryFn: async ({ signal }) => {
      if (!terms) return []
      return (await call(checkScheme, { body: terms, signal })).warnings
    },
    enabled: terms !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  return { warnings: terms ? (data ?? []) : [], failed: isError && terms !== undefined }
}
