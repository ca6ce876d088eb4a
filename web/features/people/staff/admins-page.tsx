import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { PROGRAMME } from '../../../../contract/menu.ts'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { accessSource } from './access-list.tsx'
import { AccessSide, todayOptions } from './access-side.tsx'
import { AccountDrawer } from './account-drawer.tsx'
import { AddDialog } from './account-form.tsx'
import { activityWordsOptions } from './account-queries.ts'
import { ActivityDrawer } from './activity-drawer.tsx'
import { ACTIVITY_COLUMNS, activitySource, wordChoices } from './activity-list.tsx'
import { ServerLinkDialog } from './server-link-dialog.tsx'
import { staffChangesOptions } from './staff-change-queries.ts'
import { AllWaitingChanges } from './waiting-changes.tsx'
import { accountSource, PEOPLE_COLUMNS } from './people-list.tsx'

const ACTIVITY = 'activity'
const DATA = 'data'

export function preloadAdmins(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show !== ACTIVITY && search.show !== DATA) {
    void queries.prefetchQuery(staffChangesOptions())
    return preloadList(queries, accountSource, search)
  }
  void queries.prefetchQuery(activityWordsOptions())
  if (search.show === ACTIVITY) return preloadList(queries, activitySource, search)
  void queries.prefetchQuery(todayOptions())
  return preloadList(queries, accessSource, search)
}

/** Manage Admin: the accounts of the dashboard, the trail of what staff did, and who looked at what. */
export function AdminsPage(): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const activity = search.show === ACTIVITY
  const data = search.show === DATA
  const sides = (
    <SwitchLinks
      label="Accounts, activity, data access or programme"
      links={[
        { label: 'Accounts', search: {}, current: !activity && !data },
        { label: 'Activity', search: { show: ACTIVITY }, current: activity },
        { label: 'Data access', search: { show: DATA }, current: data },
        { label: 'Programme', to: PROGRAMME, search: {}, current: false },
      ]}
    />
  )
  if (data) return <AccessSide sides={sides} />
  return activity ? <ActivitySide sides={sides} /> : <AccountsSide sides={sides} />
}

function AccountsSide({ sides }: { sides: ReactElement }): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const [adding, setAdding] = useState(false)
  const [onServer, setOnServer] = useState<string | null>(null)
  const columns = PEOPLE_COLUMNS.filter(({ key }) => key !== 'plant')
  return (
    <ListPage
      source={accountSource}
      title="Manage Admin"
      about="Who may use the dashboard, in which role."
      columns={columns}
      notice={
        <>
          {sides}
          <AllWaitingChanges onServer={setOnServer} />
        </>
      }
      onOpen={open.show}
      action={
        can(role, 'staff.manage') && (
          <Button
            leftSection={<IconUserPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            New account
          </Button>
        )
      }
    >
      <AccountDrawer id={open.id} onClose={open.close} />
      <AddDialog opened={adding} onServer={setOnServer} onClose={() => setAdding(false)} />
      <ServerLinkDialog email={onServer} onClose={() => setOnServer(null)} />
    </ListPage>
  )
}

function ActivitySide({ sides }: { sides: ReactElement }): ReactElement {
  const open = useOpenRow()
  const { data } = useQuery(activityWordsOptions())
  return (
    <ListPage
      source={activitySource}
      title="Manage Admin"
      about="The trail: every change by staff, with who, when, why, before and after. Nothing in it can be changed."
      columns={ACTIVITY_COLUMNS}
      lookups={{
        staff: data?.people.map(({ staffId, name }) => ({ value: staffId, label: name })),
        action: wordChoices(data?.actions),
        subject: wordChoices(data?.subjects),
      }}
      notice={sides}
      onOpen={open.show}
    >
      <ActivityDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
