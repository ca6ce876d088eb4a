import { Button, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { OnboardingUploads } from '../onboarding/onboarding-uploads.tsx'
import { DistributorDrawer } from './distributor-drawer.tsx'
import { DISTRIBUTOR_COLUMNS, distributorSource } from './distributors-list.tsx'
import classes from './distributors.module.css'
import { NewDistributorDialog } from './firm-dialogs.tsx'

const FILE = 'file'
const TITLE = 'Distributor Onboarding'

export function preloadDistributors(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show !== FILE) preloadList(queries, distributorSource, search)
}

/** Distributor Onboarding: the firms, added by form or by file. */
export function DistributorsPage(): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const byFile = search.show === FILE
  const sides = (
    <SwitchLinks
      label="Distributors or files"
      links={[
        { label: 'Distributors', search: {}, current: !byFile },
        { label: 'Many by file', search: { show: FILE }, current: byFile },
      ]}
    />
  )
  return byFile ? <FileSide sides={sides} /> : <FirmsSide sides={sides} />
}

function FileSide({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{TITLE}</Title>
        <p>Many distributors at once, from a spreadsheet.</p>
      </header>
      {sides}
      <OnboardingUploads kind="distributors" />
    </div>
  )
}

function FirmsSide({ sides }: { sides: ReactElement }): ReactElement {
  const role = useRole()
  const open = useOpenRow()
  const [adding, setAdding] = useState(false)
  const adds = can(role, 'onboarding.apply')
  return (
    <ListPage
      source={distributorSource}
      title={TITLE}
      about="The firms between the plants and the members: where they are, whom to speak to, who buys from them."
      columns={DISTRIBUTOR_COLUMNS}
      action={
        adds && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            New distributor
          </Button>
        )
      }
      notice={sides}
      onOpen={open.show}
    >
      {adds && (
        <NewDistributorDialog
          opened={adding}
          onMade={({ distributorId }) => {
            setAdding(false)
            open.show(String(distributorId))
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <DistributorDrawer id={open.id} onClose={open.close} />
    </ListPage>
  )
}
