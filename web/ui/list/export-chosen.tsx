import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { createContext, use, type ReactElement, type ReactNode } from 'react'
import { CHOSEN_MAX, whyNoExport } from '../../../contract/insight/list-exports.ts'
import { formatNumber } from '../../lib/format.ts'
import { useRole } from '../../lib/session.ts'
import type { ListExport } from './use-list-export.ts'

type Exporting = { exporting: ListExport; chosen: ReadonlyMap<string, unknown> }
const ChosenContext = createContext<Exporting | null>(null)

/** Lets the bar over a list export what is chosen, whatever else it can do with it. */
export function ExportsChosen({
  children,
  ...value
}: Exporting & { children: ReactNode }): ReactElement {
  return <ChosenContext value={value}>{children}</ChosenContext>
}

/** The button of the bar; none outside a list that can be exported. */
export function ExportChosen(): ReactElement | null {
  const given = use(ChosenContext)
  const role = useRole()
  if (!given) return null
  const { exporting, chosen } = given
  const tooMany = chosen.size > CHOSEN_MAX ? `At most ${formatNumber(CHOSEN_MAX)} at once` : null
  const why = tooMany ?? whyNoExport(role, chosen.size)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.8} aria-hidden />}
      disabled={why !== null}
      title={why ?? undefined}
      loading={exporting.bytes !== null}
      onClick={() => void exporting.start([...chosen.keys()])}
    >
      {`Export ${formatNumber(chosen.size)} chosen`}
    </Button>
  )
}
