import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { createContext, use, type ReactElement, type ReactNode } from 'react'
import { SELECTED_MAX, whyNoExport } from '../../../contract/insight/list-exports.ts'
import { formatNumber } from '../../lib/format.ts'
import { useRole } from '../../lib/session.ts'
import type { ListExport } from './use-list-export.ts'

type Exporting = { exporting: ListExport; selected: ReadonlyMap<string, unknown> }
const SelectedContext = createContext<Exporting | null>(null)

/** Lets the bar over a list export what is chosen, whatever else it can do with it. */
export function ExportsSelected({
  children,
  ...value
}: Exporting & { children: ReactNode }): ReactElement {
  return <SelectedContext value={value}>{children}</SelectedContext>
}

/** The button of the bar; none outside a list that can be exported. */
export function ExportSelected(): ReactElement | null {
  const given = use(SelectedContext)
  const role = useRole()
  if (!given) return null
  const { exporting, selected } = given
  const tooMany =
    selected.size > SELECTED_MAX ? `At most ${formatNumber(SELECTED_MAX)} at once` : null
  const why = tooMany ?? whyNoExport(role, selected.size)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.8} aria-hidden />}
      disabled={why !== null}
      title={why ?? undefined}
      loading={exporting.bytes !== null}
      onClick={() => void exporting.start([...selected.keys()])}
    >
      {`Export ${formatNumber(selected.size)} selected`}
    </Button>
  )
}
