import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { can } from '../../../../contract/permissions.ts'
import {
  BULK_MAX,
  type RedemptionListQuery,
  type RedemptionRow,
} from '../../../../contract/money/redemptions.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { useFirstFilters } from '../../../lib/use-first-filters.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { BulkDialog, totalOf } from './bulk-dialog.tsx'
import { RedemptionDrawer } from './redemption-drawer.tsx'
import { rulesOptions } from './redemption-queries.ts'
import { REDEMPTION_COLUMNS, redemptionSource } from './redemptions-list.tsx'

export function preloadRedemptions(queries: QueryClient, search: Record<string, unknown>): void {
  const begins = Object.keys(search).length === 0
  preloadList(queries, redemptionSource, begins ? WAITING : search)
  void queries.prefetchQuery(rulesOptions())
}

/** Without a filter in the address the page begins with what waits. */
const WAITING: Partial<RedemptionListQuery> = { status: ['requested'] }

/** Only what is green and needs one approval, mine: money is not approved unseen. */
const inBulk = ({ verdict, mayApprove, approvalsNeeded }: RedemptionRow): boolean =>
  verdict === 'green' && mayApprove && approvalsNeeded === 1

function whyNotInBulk({ whyNot, verdict, problems }: RedemptionRow): string {
  if (whyNot !== null) return whyNot
  if (verdict === 'amber') {
    const names = problems.map(({ label }) => label).join(', ')
    return `Needs review (${names}): open it to approve it with a reason.`
  }
  return 'Two people approve it: open it to approve it.'
}

/** Redemption: requested ones, whether each can be paid, and the decision. */
export function RedemptionsPage(): ReactElement {
  const begun = useFirstFilters(redemptionSource.schema, WAITING)
  const role = useRole()
  const open = useOpenRow()
  const { data: rules } = useQuery(rulesOptions())
  const { clear, ...selection } = useSelection(redemptionSource, inBulk, whyNotInBulk)
  const [approving, setApproving] = useState(false)
  const rows = [...selection.selected.values()]
  const tooMany = rows.length > BULK_MAX
  const bar = (
    <SelectionBar
      words={`${formatAmount(rows.length, 'redemption')} selected, ${formatPaise(totalOf(rows))}`}
      onClear={clear}
    >
      {tooMany && <span>{`At most ${BULK_MAX} at once`}</span>}
      <Button
        size="xs"
        disabled={tooMany}
        leftSection={<IconCheck size={15} stroke={2} aria-hidden />}
        onClick={() => setApproving(true)}
      >
        Approve them
      </Button>
    </SelectionBar>
  )
  const two =
    rules && ` From ${formatPaise(rules.twoRolesFromPaise)} two people of different roles approve.`
  if (!begun) return <></>
  return (
    <ListPage
      source={redemptionSource}
      title="Redemption"
      about={`Points that members asked to be paid, with what stands against each.${two ?? ''}`}
      columns={REDEMPTION_COLUMNS}
      onOpen={open.show}
      selection={can(role, 'redemption.approve') ? { ...selection, bar } : undefined}
    >
      <BulkDialog
        rows={rows}
        opened={approving}
        onDone={() => {
          clear()
          setApproving(false)
        }}
        onClose={() => setApproving(false)}
      />
      <RedemptionDrawer
        id={open.id}
        onDecided={(after) => selection.onSelect([after], false)}
        onClose={open.close}
      />
    </ListPage>
  )
}
