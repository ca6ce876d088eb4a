import { Button } from '@mantine/core'
import { IconMessage2Bolt, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import type { EnquiryRow } from '../../../../contract/desk/enquiries.ts'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { useFirstFilters } from '../../../lib/use-first-filters.ts'
import { focusRow } from '../../../ui/list/focus-row.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { undecidedOptions } from '../disputes/dispute-queries.ts'
import { disputeSource } from '../disputes/disputes-list.tsx'
import { DisputesSide } from '../disputes/disputes-side.tsx'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { AssignMany } from './assign-many.tsx'
import { CannedDialog } from './canned-dialog.tsx'
import { CountsStrip } from './counts-strip.tsx'
import classes from './enquiries.module.css'
import { ENQUIRY_COLUMNS, enquirySource, UNSETTLED } from './enquiries-list.tsx'
import { countsOptions, ownersOptions } from './enquiry-queries.ts'
import { NewEnquiryDialog } from './new-enquiry-dialog.tsx'
import { ThreadPage } from './thread-page.tsx'
import type { Neighbour } from './use-worklist.ts'

const DISPUTES = 'disputes'
/** The desk begins with what nobody has decided. */
const DISPUTE_DESK = { show: DISPUTES, status: ['open', 'proposed'] }

/** Without a filter in the address the page begins with what is not settled. */
const BEGIN = { status: UNSETTLED }

export function preloadEnquiries(queries: QueryClient, search: Record<string, unknown>): void {
  void queries.prefetchQuery(undecidedOptions())
  if (search.show === DISPUTES) {
    preloadList(queries, disputeSource, search)
    return
  }
  const begins = Object.keys(search).length === 0
  preloadList(queries, enquirySource, begins ? BEGIN : search)
  void queries.prefetchQuery(countsOptions())
  void queries.prefetchQuery(ownersOptions())
}

/** Goes back to the row that was open, when the queue is there again. */
function useReturn(id: string | undefined): void {
  const client = useQueryClient()
  const last = useRef<string>(undefined)
  useEffect(() => {
    const left = last.current
    last.current = id
    if (id !== undefined || left === undefined) return
    // Deadlines and owners have changed since, and what was settled is gone.
    void client.invalidateQueries({ queryKey: [enquirySource.name] })
    focusRow(left)
  }, [id, client])
}

function PageActs({
  onCanned,
  onNew,
}: {
  onCanned: () => void
  onNew: () => void
}): ReactElement | null {
  if (!can(useRole(), 'enquiry.answer')) return null
  return (
    <div className={classes.acts}>
      <Button
        variant="default"
        leftSection={<IconMessage2Bolt size={16} stroke={1.8} aria-hidden />}
        onClick={onCanned}
      >
        Canned answers
      </Button>
      <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={onNew}>
        New enquiry
      </Button>
    </div>
  )
}

function Sides({ disputes }: { disputes: boolean }): ReactElement {
  const { data } = useQuery(undecidedOptions())
  return (
    <SwitchLinks
      label="Enquiries or disputes"
      links={[
        { label: 'Enquiries', search: BEGIN, current: !disputes },
        { label: 'Disputes', search: DISPUTE_DESK, current: disputes, count: data },
      ]}
    />
  )
}

const assignMany = (rows: readonly EnquiryRow[], done: () => void): ReactElement => (
  <AssignMany rows={rows} onDone={done} />
)

/** Enquiry: the helpdesk's queue, the nearest deadline first, and the thread of one of them. */
export function EnquiriesPage(): ReactElement {
  const begun = useFirstFilters(enquirySource.schema, BEGIN)
  const role = useRole()
  const open = useOpenRow()
  const { show }: { show?: unknown } = useSearch({ strict: false })
  const disputes = show === DISPUTES
  const [dialog, setDialog] = useState<'canned' | 'new' | null>(null)
  const { data } = useQuery(ownersOptions())
  const enquiryId = /^\d{1,19}$/.test(open.id ?? '') ? open.id : undefined
  useReturn(enquiryId)
  if (enquiryId !== undefined) {
    const thread = {
      enquiryId,
      onShow: ({ enquiryId, place }: Neighbour) => open.show(enquiryId, place),
      onClose: open.close,
    }
    return disputes ? (
      <ThreadPage key={enquiryId} {...thread} source={disputeSource} />
    ) : (
      <ThreadPage key={enquiryId} {...thread} source={enquirySource} />
    )
  }
  if (!begun) return <></>
  const sides = <Sides disputes={disputes} />
  if (disputes) return <DisputesSide sides={sides} onOpen={open.show} />
  const owners = data?.owners.map(({ staffId, name }) => ({ value: staffId, label: name }))
  const close = (): void => setDialog(null)
  return (
    <ListPage
      source={enquirySource}
      title="Enquiry HelpDesk"
      about="What members ask, the nearest deadline first. Enter opens the first."
      columns={ENQUIRY_COLUMNS}
      lookups={{
        owner: owners && [
          { value: 'me', label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
          ...owners,
        ],
      }}
      action={<PageActs onCanned={() => setDialog('canned')} onNew={() => setDialog('new')} />}
      onOpen={open.show}
      manyActs={can(role, 'enquiry.answer') ? assignMany : undefined}
      notice={
        <>
          {sides}
          <CountsStrip />
        </>
      }
    >
      <CannedDialog opened={dialog === 'canned'} onClose={close} />
      <NewEnquiryDialog
        opened={dialog === 'new'}
        onOpened={({ enquiryId }) => {
          close()
          open.show(enquiryId)
        }}
        onClose={close}
      />
    </ListPage>
  )
}
