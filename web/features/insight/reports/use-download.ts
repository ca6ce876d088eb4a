import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import {
  takePreparedReport,
  type PreparedReport,
} from '../../../../contract/insight/report-jobs.ts'
import { downloadReport } from '../../../../contract/insight/reports.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { download } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { preparedOptions, reportListOptions, type ReportRequest } from './report-queries.ts'

/** A file on its way: bytes that have come, and how many there will be where that is known. */
export type Coming = { name: string; bytes: number; of: number | null }
type Fetch = (name: string, signal: AbortSignal, onBytes: (bytes: number) => void) => Promise<void>

export type Download = {
  /** Null while nothing runs. */
  coming: Coming | null
  failure: unknown
  /** A report, made while it comes. */
  start(request: ReportRequest): Promise<void>
  /** One that was prepared. */
  take(prepared: PreparedReport): Promise<void>
  cancel(): void
  forget(): void
}

/** Takes one file at a time. It goes on when the page is left, and is saved when it is whole. */
export function useDownload(): Download {
  const client = useQueryClient()
  // State would come too late for a second click in the same moment.
  const running = useRef<AbortController | null>(null)
  const [coming, setComing] = useState<Coming | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const run = useCallback(
    async (report: string, of: number | null, fetch: Fetch) => {
      if (running.current) return
      const abort = new AbortController()
      running.current = abort
      const name = `${report}.xlsx`
      setComing({ name, bytes: 0, of })
      setFailure(null)
      try {
        await fetch(name, abort.signal, (bytes) => setComing({ name, bytes, of }))
        notifyDone(`${name} is downloaded.`)
      } catch (reason) {
        const cancelled = reason instanceof ApiError && reason.code === 'aborted'
        if (!cancelled) setFailure(reason)
      } finally {
        running.current = null
        setComing(null)
        void client.invalidateQueries(reportListOptions())
        // What was approved for one taking waits again.
        void client.invalidateQueries(preparedOptions())
      }
    },
    [client],
  )
  const start = useCallback(
    (request: ReportRequest) =>
      run(request.reportType, null, (name, signal, onBytes) =>
        download(downloadReport, { body: request, signal }, name, onBytes),
      ),
    [run],
  )
  const take = useCallback(
    ({ type, jobId, bytes: of }: PreparedReport) =>
      run(type, of, (name, signal, onBytes) =>
        download(takePreparedReport, { params: { jobId }, signal }, name, onBytes),
      ),
    [run],
  )
  const cancel = useCallback(() => running.current?.abort(), [])
  const forget = useCallback(() => setFailure(null), [])
  return { coming, failure, start, take, cancel, forget }
}
