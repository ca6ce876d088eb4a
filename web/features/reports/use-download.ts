import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { downloadReport } from '../../../contract/reports.ts'
import { ApiError } from '../../lib/api-error.ts'
import { download } from '../../lib/api.ts'
import { notifyDone } from '../../lib/notify.tsx'
import { reportListOptions, type ReportRequest } from './report-queries.ts'

export type Download = {
  /** Bytes that have come so far; null while nothing runs. */
  bytes: number | null
  failure: unknown
  start(request: ReportRequest): Promise<void>
  cancel(): void
  forget(): void
}

/** Takes one file at a time. It goes on when the page is left, and is saved when it is whole. */
export function useDownload(): Download {
  const client = useQueryClient()
  // State would come too late for a second click in the same moment.
  const running = useRef<AbortController | null>(null)
  const [bytes, setBytes] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const start = useCallback(
    async (request: ReportRequest) => {
      if (running.current) return
      const abort = new AbortController()
      running.current = abort
      setBytes(0)
      setFailure(null)
      const name = `${request.reportType}.xlsx`
      try {
        await download(downloadReport, { body: request, signal: abort.signal }, name, setBytes)
        notifyDone(`${name} is downloaded.`)
      } catch (reason) {
        const cancelled = reason instanceof ApiError && reason.code === 'aborted'
        if (!cancelled) setFailure(reason)
      } finally {
        running.current = null
        setBytes(null)
        void client.invalidateQueries(reportListOptions())
      }
    },
    [client],
  )
  const cancel = useCallback(() => running.current?.abort(), [])
  const forget = useCallback(() => setFailure(null), [])
  return { bytes, failure, start, cancel, forget }
}
