import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { masterFilter } from '../catalogue/master-choices.ts'
import { WorkerDrawer } from './worker-drawer.tsx'
import { WORKER_COLUMNS, workerSource } from './workers-list.tsx'

export function preloadWorkers(queries: QueryClient, search: Record<string, unknown>): void {
  preloadList(queries, workerSource, search)
}

/** Worker List: who works on the lines of the plants, and what they did there. */
export function WorkersPage(): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const { data } = useQuery(catalogueOptions())
  const plants = masterFilter(data?.plants, ({ plantId }) => plantId)
  return (
    <ListPage
      source={workerSource}
      title="Worker List"
      about="The plants’ workers: their shift, when they were last active, what they activated and deactivated."
      columns={WORKER_COLUMNS}
      lookups={{ plant: plants }}
      action={
        can(role, 'onboarding.apply') && (
          <Button
            renderRoot={(props) => <Link {...props} to="/dashboard/worker-onboard" />}
            leftSection={<IconUserPlus size={16} stroke={2} aria-hidden />}
          >
            Onboard workers
          </Button>
        )
      }
      onOpen={open.show}
    >
      <WorkerDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
