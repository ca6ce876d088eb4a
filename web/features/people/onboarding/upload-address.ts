import { useLocation } from '@tanstack/react-router'
import { z } from 'zod'
import { VERDICTS } from '../../../../contract/people/onboarding.ts'
import { DEFAULT_PAGE_SIZE } from '../../../../contract/paging.ts'
import { stringifySearch } from '../../../lib/search.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'

const MOST_ROWS = 200

/** Which upload is open and which of its rows are shown; named so that a list beside it keeps its own. */
const uploadSearch = z.object({
  upload: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
  verdict: z.enum(VERDICTS).optional(),
  rowsAfter: z.string().max(600).optional(),
  rowsBefore: z.string().max(600).optional(),
  rowsLimit: z.coerce.number().int().min(1).max(MOST_ROWS).default(DEFAULT_PAGE_SIZE),
})
export type UploadSearch = z.infer<typeof uploadSearch>

/** The first page of all rows of an upload; of none where it is undefined. */
const placeOf = (upload: string | undefined) => ({
  upload,
  verdict: undefined,
  rowsAfter: undefined,
  rowsBefore: undefined,
})

/** The part of the page's address that says which upload is shown. */
export function useUploadAddress() {
  const { query, change } = useSearchQuery(uploadSearch)
  const { pathname, search } = useLocation()
  return {
    query,
    change,
    open: (upload: string | undefined): void => change(placeOf(upload)),
    hrefOf: (changes: Partial<UploadSearch>): string =>
      pathname + stringifySearch({ ...search, ...changes }),
    hrefOfUpload: (upload: string | undefined): string =>
      pathname + stringifySearch({ ...search, ...placeOf(upload) }),
  }
}
export type UploadAddress = ReturnType<typeof useUploadAddress>
