import { Button, Loader, Popover, Text } from '@mantine/core'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { lazy, Suspense, type ReactElement } from 'react'
import { whyNoExport } from '../../../contract/insight/list-exports.ts'
import { COUNT_LIMIT } from '../../../contract/paging.ts'
import { formatCount } from '../../lib/format.ts'
import { useRole } from '../../lib/session.ts'
import classes from './export-button.module.css'
import type { ListExport } from './use-list-export.ts'

const FailedDialog = lazy(async () => ({
  default: (await import('../failed-dialog.tsx')).FailedDialog,
}))

/** A number of bytes in short: "640 kB", "1.2 MB". */
function size(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function rowsInWords(count: number | null): string {
  if (count === null) return 'Export the rows of these filters'
  return `Export ${formatCount(count, COUNT_LIMIT)} ${count === 1 ? 'row' : 'rows'}`
}

/** Why an export did not come; its code comes with the first failure. */
export function ExportFailure({ exporting }: { exporting: ListExport }): ReactElement | null {
  const { failure, forget } = exporting
  if (failure === null) return null
  return (
    <Suspense>
      <FailedDialog opened why={failure} onClose={forget} />
    </Suspense>
  )
}

/** In the place of the button: why there is no file of so many rows, when it is pressed. */
function NotExported({ words, why }: { words: string; why: string }): ReactElement {
  return (
    <Popover width={280} position="bottom-end" shadow="md" withRoles={false}>
      <Popover.Target>
        <Button
          className={classes.button}
          variant="default"
          leftSection={<IconLock size={16} stroke={1.8} aria-hidden />}
          aria-label={`${words}: why not`}
          title={why}
        >
          <span className={classes.words}>Export</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" role="status">
          {why}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Exports what the filters show with the columns that are seen; while it runs it cancels. */
export function ExportButton({
  exporting: { bytes, start, cancel },
  count,
  empty,
}: {
  exporting: ListExport
  /** Null while it is not known. */
  count: number | null
  empty: boolean
}): ReactElement {
  const why = whyNoExport(useRole(), count ?? 0)
  if (bytes !== null) {
    const far = bytes === 0 ? 'Begins' : size(bytes)
    return (
      <Button
        className={classes.button}
        variant="default"
        leftSection={<Loader size={14} aria-hidden />}
        aria-label={`Cancel the export: ${far}`}
        title="Cancel the export"
        onClick={cancel}
      >
        <span className={classes.words}>{far}</span>
      </Button>
    )
  }
  const words = rowsInWords(count)
  if (why !== null) return <NotExported words={words} why={why} />
  return (
    <Button
      className={classes.button}
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      aria-label={words}
      title={words}
      disabled={empty}
      onClick={() => void start()}
    >
      <span className={classes.words}>Export</span>
    </Button>
  )
}
