import { useRef, useState } from 'react'
import { exportList } from '../../../contract/insight/list-exports.ts'
import { listName } from '../../../contract/lists.ts'
import { ApiError } from '../../lib/api-error.ts'
import { download } from '../../lib/api.ts'
import { notifyDone } from '../../lib/notify.tsx'
import type { ListQuery } from './types.ts'

export type ListExport = {
  /** Bytes that have come so far; null while nothing runs. */
  bytes: number | null
  failure: unknown
  /** The rows of the filters, or only these of them. */
  start: (selected?: readonly string[]) => Promise<void>
  cancel: () => void
  forget: () => void
}

type Exported = { name: string; query: ListQuery; columns: readonly { key: string }[] }

const PLACE: ReadonlySet<string> = new Set(['after', 'before', 'limit', 'count'])

/** The request for the file of a list as it stands on the page. */
function requestOf({ name, query, columns }: Exported, selected?: readonly string[]) {
  const filters = Object.entries(query).filter(
    ([key, value]) => !PLACE.has(key) && value !== undefined,
  )
  return {
    list: listName.parse(name),
    query: Object.fromEntries(filters) as Record<string, string | number | (string | number)[]>,
    columns: columns.map(({ key }) => key),
    ...(selected && { selected: [...selected] }),
  }
}

/** Takes one file of a list at a time. It goes on when the page is left, and is saved when it is whole. */
export function useListExport(exported: Exported): ListExport {
  // State would come too late for a second click in the same moment.
  const running = useRef<AbortController | null>(null)
  const [bytes, setBytes] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const start = async (selected?: readonly string[]): Promise<void> => {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    setBytes(0)
    setFailure(null)
    const name = `${exported.name}.xlsx`
    const { signal } = abort
    try {
      await download(exportList, { body: requestOf(exported, selected), signal }, name, setBytes)
      notifyDone(`${name} is downloaded.`)
    } catch (reason) {
      const cancelled = reason instanceof ApiError && reason.code === 'aborted'
      if (!cancelled) setFailure(reason)
    } finally {
      running.current = null
      setBytes(null)
    }
  }
  return {
    bytes,
    failure,
    start,
    cancel: () => running.current?.abort(),
    forget: () => setFailure(null),
  }
}
