import { Button, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { can } from '../../../../contract/permissions.ts'
import { readRole, useRole } from '../../../lib/session.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { distributorFilter } from '../../people/catalogue/distributor-choices.ts'
import { LOGS_PATH } from '../../people/onboarding/onboarding-words.ts'
import { waitingFilesOptions } from '../../people/onboarding/points-file-queries.ts'
import { WaitingPointsFiles } from '../../people/onboarding/waiting-points-files.tsx'
import { UserDrawer } from './user-drawer.tsx'
import { waitingChangesOptions, waitingOptions } from './user-queries.ts'
import { USER_COLUMNS, userSource } from './users-list.tsx'
import classes from './users-page.module.css'
import { WaitingChanges } from './waiting-changes.tsx'
import { WaitingAdjustments } from './waiting-adjustments.tsx'

const OnboardingUploads = lazy(async () => ({
  default: (await import('../../people/onboarding/onboarding-uploads.tsx')).OnboardingUploads,
}))
const EnrolDialog = lazy(async () => ({
  default: (await import('./enrol-dialog.tsx')).EnrolDialog,
}))

const FILE = 'file'
const POINTS = 'file-of-points'
const TITLE = 'All Users'

export function preloadUsers(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show === FILE || search.show === POINTS) return
  preloadList(queries, userSource, search)
  void queries.prefetchQuery(catalogueOptions())
  // What stands above the list comes with it, and pushes it down no more.
  if (can(readRole(), 'points.adjust.approve')) {
    void queries.prefetchQuery(waitingOptions(true))
    void queries.prefetchQuery(waitingFilesOptions(true))
  }
  if (can(readRole(), 'member.edit.approve'))
    void queries.prefetchQuery(waitingChangesOptions(true))
}

/** All Users: the members of the programme, enrolled by form or by file. */
export function UsersPage(): ReactElement {
  const role = useRole()
  const { show }: { show?: unknown } = useSearch({ strict: false })
  const current = show === FILE || show === POINTS ? show : 'list'
  const sides = canSee(role, LOGS_PATH) && (
    <SwitchLinks
      label="Members or files"
      links={[
        { label: 'Members', search: {}, current: current === 'list' },
        { label: 'Members by file', search: { show: FILE }, current: current === FILE },
        { label: 'Points by file', search: { show: POINTS }, current: current === POINTS },
      ]}
    />
  )
  if (!sides || current === 'list') return <MembersSide sides={sides || null} />
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{TITLE}</Title>
        <p>
          {current === FILE
            ? 'Many members at once, from a spreadsheet. Opening points wait for a second person.'
            : 'Points given and taken by file: one proposal with its total, approved by a second person.'}
        </p>
      </header>
      {sides}
      <Suspense>
        <OnboardingUploads key={current} kind={current === FILE ? 'members' : 'points'} />
      </Suspense>
    </div>
  )
}

function MembersSide({ sides }: { sides: ReactElement | null }): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const [adding, setAdding] = useState(false)
  const adds = can(role, 'member.edit')
  const { data } = useQuery(catalogueOptions())
  return (
    <ListPage
      source={userSource}
      title={TITLE}
      about="The members: retailers, contractors, masons and painters, with their points and KYC."
      columns={USER_COLUMNS}
      lookups={{ distributor: distributorFilter(data?.distributors) }}
      action={
        adds && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            New member
          </Button>
        )
      }
      notice={
        <>
          {sides}
          <WaitingAdjustments />
          <WaitingPointsFiles />
          <WaitingChanges />
        </>
      }
      onOpen={open.show}
    >
      {adds && (
        <Suspense>
          <EnrolDialog
            opened={adding}
            onMade={({ memberId }) => {
              setAdding(false)
              open.show(String(memberId))
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
      <UserDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
