import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getUpload,
  listUploadRows,
  listUploads,
  type OnboardingKind,
  type Upload,
  type Verdict,
} from '../../../../contract/people/onboarding.ts'
import { call } from '../../../lib/api.ts'

const RUNNING_MS = 1000
/** After a failure more slowly, so that a server in need is not pressed. */
const AFTER_FAILURE_MS = 5000
const RECENT_MS = 5000
const RECENT = 8

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'reading' || state === 'applying'

/** One upload, asked again while it is read or applied. */
export const uploadOptions = (uploadId: string | undefined) =>
  queryOptions({
    queryKey: ['onboarding', 'upload', uploadId],
    queryFn: ({ signal }) => call(getUpload, { params: { uploadId: uploadId ?? '' }, signal }),
    enabled: uploadId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      data && isUnderWay(data) ? (error ? AFTER_FAILURE_MS : RUNNING_MS) : false,
  })

/** The newest uploads of a kind. */
export const recentOptions = (kind: OnboardingKind) =>
  queryOptions({
    queryKey: ['onboarding', 'recent', kind],
    queryFn: ({ signal }) => call(listUploads, { query: { kind: [kind], limit: RECENT }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(isUnderWay) === true ? RECENT_MS : false,
  })

export type RowsPlace = {
  verdict?: Verdict | undefined
  after?: string | undefined
  before?: string | undefined
  limit: number
}

/** A page of an upload's rows, as they are in this state of it. */
export const rowsOptions = ({ uploadId, state }: Upload, { verdict, ...place }: RowsPlace) =>
  queryOptions({
    queryKey: ['onboarding', 'rows', uploadId, state, verdict, place],
    queryFn: ({ signal }) => {
      const query = { ...place, verdict: verdict && [verdict] }
      return call(listUploadRows, { params: { uploadId }, query, signal })
    },
    placeholderData: keepPreviousData,
  })

/** Puts what an act made of an upload wherever it is shown. */
export function keepUpload(client: QueryClient, upload: Upload): void {
  client.setQueryData(uploadOptions(upload.uploadId).queryKey, upload)
  void client.invalidateQueries({ queryKey: ['onboarding', 'recent'] })
  void client.invalidateQueries({ queryKey: ['onboarding-uploads'] })
  void client.invalidateQueries({ queryKey: ['onboarding-errors'] })
}
