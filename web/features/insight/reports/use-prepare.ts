import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { prepareReport } from '../../../../contract/insight/report-jobs.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone, notifyFailed } from '../../../lib/notify.tsx'
import { preparedOptions, type ReportRequest } from './report-queries.ts'

/** Asks for a report to be made in the background; a second click in the same moment does nothing. */
export function usePrepare(): {
  busy: boolean
  prepare: (request: ReportRequest) => Promise<void>
} {
  const client = useQueryClient()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const prepare = useCallback(
    async (request: ReportRequest) => {
      if (running.current) return
      running.current = true
      setBusy(true)
      try {
        await call(prepareReport, { body: request })
        notifyDone('The report is being made. You are told when it is ready.')
      } catch (reason) {
        notifyFailed('The report is not being made', reason)
      } finally {
        running.current = false
        setBusy(false)
        void client.invalidateQueries(preparedOptions())
      }
    },
    [client],
  )
  return { busy, prepare }
}
