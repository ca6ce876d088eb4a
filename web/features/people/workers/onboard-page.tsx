import { Alert, Button, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { can, PERMISSIONS } from '../../../../contract/permissions.ts'
import { ROLE_NAMES } from '../../../../contract/roles.ts'
import { useRole } from '../../../lib/session.ts'
import { LinkDialog } from '../../../ui/link-dialog.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { OnboardingUploads } from '../onboarding/onboarding-uploads.tsx'
import { givenLink, type Linked } from './linked.ts'
import { OnboardForm } from './onboard-form.tsx'
import classes from './onboard.module.css'
import { useOnboarding } from './use-onboarding.ts'
import { WorkerLines } from './worker-lines.tsx'
import { newestOptions } from './worker-queries.ts'

const FILE = 'file'
const ADDERS = PERMISSIONS['onboarding.apply'].map((role) => ROLE_NAMES[role]).join(', ')
const LIST = '/dashboard/workerlist'

export function preloadOnboard(queries: QueryClient): void {
  void queries.prefetchQuery(catalogueOptions())
  void queries.prefetchQuery(newestOptions())
}

/** Worker Onboarding: one worker by a form, many by a file. */
export function OnboardPage(): ReactElement {
  const role = useRole()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const byFile = search.show === FILE
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <Title order={1}>Worker Onboarding</Title>
          <p>New workers of the plants: each gets a one-time link and sets a password with it.</p>
        </div>
        {canSee(role, LIST) && (
          <Button variant="default" renderRoot={(props) => <Link {...props} to={LIST} />}>
            All workers
          </Button>
        )}
      </header>
      <SwitchLinks
        label="One worker or many"
        links={[
          { label: 'One worker', search: {}, current: !byFile },
          { label: 'Many by file', search: { show: FILE }, current: byFile },
        ]}
      />
      {byFile && <OnboardingUploads kind="workers" />}
      {!byFile && (can(role, 'onboarding.apply') ? <OneWorker /> : <OnlyLooking />)}
    </div>
  )
}

function OneWorker(): ReactElement {
  const { draft, added, write, add } = useOnboarding()
  const [linked, setLinked] = useState<Linked | null>(null)
  const shown = (given: Linked): void => {
    setLinked(given)
    add(given.worker)
  }
  return (
    <div className={classes.sides}>
      {/* With the next worker it starts over: nothing of it was touched. */}
      <section key={added.length} className={classes.card} aria-label="The form">
        <OnboardForm draft={draft} onDraft={write} onAdded={shown} />
      </section>
      <section className={classes.card}>
        <h2>Added just now</h2>
        {added.length > 0 ? (
          <WorkerLines label="Added just now" workers={added} />
        ) : (
          <Text c="dimmed">
            Whom you add stands here. The next form keeps the plant, the shift and the language.
          </Text>
        )}
      </section>
      <LinkDialog given={givenLink(linked)} onClose={() => setLinked(null)} />
    </div>
  )
}

/** For roles that may look on. */
function OnlyLooking(): ReactElement {
  const { data, error } = useQuery(newestOptions())
  return (
    <>
      <Alert color="gray" icon={<IconInfoCircle size={18} />}>
        {`Your role may look at who was onboarded. Workers are added by: ${ADDERS}.`}
      </Alert>
      <section className={`${classes.card} ${classes.narrow}`}>
        <h2>Added last</h2>
        {data && data.items.length > 0 && <WorkerLines label="Added last" workers={data.items} />}
        {data?.items.length === 0 && (
          <Text c="dimmed">No worker was added yet. The newest ten will stand here.</Text>
        )}
        {error && <FailureAlert error={error} />}
        {!data && !error && (
          <div role="status" aria-label="Loading" className={classes.skeleton}>
            {[0, 1, 2, 3].map((bone) => (
              <span key={bone} />
            ))}
          </div>
        )}
      </section>
    </>
  )
}
