import { queryOptions } from '@tanstack/react-query'
import { listPointsFiles } from '../../../../contract/ledger/points-files.ts'
import { call } from '../../../lib/api.ts'

export const POINTS_FILES = 'points-files'

/** Files of points that wait for a second person. */
export const waitingFilesOptions = (enabled: boolean) =>
  queryOptions({
    queryKey: [POINTS_FILES, 'waiting'],
    queryFn: ({ signal }) =>
      call(listPointsFiles, {
        query: { status: ['waiting', 'crediting'], sort: 'oldest', count: 'yes' },
        signal,
      }),
    enabled,
    refetchInterval: 30_000,
  })

const POLL_MS = 3_000

/** What an upload proposes, looked at again while points of it move. */
export const filesOfUploadOptions = (uploadId: string) =>
  queryOptions({
    queryKey: [POINTS_FILES, 'of', uploadId],
    queryFn: ({ signal }) =>
      call(listPointsFiles, { query: { upload: uploadId, sort: 'oldest' }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((file) => file.state === 'crediting') ? POLL_MS : false,
  })
