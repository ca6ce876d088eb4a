import { Title } from '@mantine/core'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { ChannelsCard } from './channels-card.tsx'
import { ChecklistPanel } from './checklist-panel.tsx'
import { CompanyCard } from './company-card.tsx'
import { channelsOptions, checklistOptions, companyOptions } from './setup-queries.ts'
import classes from './setup.module.css'

export function preloadSetup(queries: QueryClient): void {
  void queries.prefetchQuery(checklistOptions())
  void queries.prefetchQuery(channelsOptions())
  void queries.prefetchQuery(companyOptions())
}

/** Programme, Set-up: what is still to do, the programme and its company, channels and payouts. */
export function SetupSide({ sides }: { sides: ReactElement }): ReactElement {
  const company = useQuery(companyOptions())
  const channels = useQuery(channelsOptions())
  const error = company.error ?? channels.error
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <Title order={1}>Set-up</Title>
        <p>What the programme is called, who runs it, and how it reaches and pays people.</p>
      </div>
      {sides}
      <ChecklistPanel />
      {error && <FailureAlert error={error} />}
      {company.data && <CompanyCard key={company.data.version} company={company.data} />}
      {channels.data && <ChannelsCard channels={channels.data} />}
    </div>
  )
}
