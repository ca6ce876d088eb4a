import { Skeleton, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { CLUSTERED_SCANS } from '../../../../contract/programme/held-scans.ts'
import { FLAGS } from '../../../../contract/programme/flag-words.ts'
import { formatNumber } from '../../../lib/format.ts'
import { FailedState } from '../../../ui/list/list-states.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { ClusterCard } from './cluster-card.tsx'
import { HeldDecisions } from './held-decisions.tsx'
import { clustersOptions, outcomesOptions } from './held-queries.ts'
import classes from './held.module.css'

function Clusters(): ReactElement {
  const { data, error, refetch } = useQuery(clustersOptions())
  if (!data) {
    if (!error) return <Skeleton height={420} aria-label="Loading" />
    const retry = (): void => void refetch()
    return <FailedState many="held scans" failure={error} onRetry={retry} onClear={retry} />
  }
  const { clusters, more } = data
  if (clusters.length === 0) return <p className={classes.none}>No scan waits for a decision.</p>
  return (
    <>
      {more && (
        <p className={classes.none}>
          {`The newest ${formatNumber(CLUSTERED_SCANS)} scans are shown; more wait behind them.`}
        </p>
      )}
      {clusters.map((cluster) => (
        <ClusterCard key={cluster.key} cluster={cluster} />
      ))}
    </>
  )
}

/** What became of the scans that each rule met: one that is nearly always released is too strict. */
function Outcomes(): ReactElement | null {
  const { data } = useQuery(outcomesOptions())
  const flags = data?.flags.filter(({ scans }) => scans > 0) ?? []
  if (flags.length === 0) return null
  return (
    <section className={classes.outcomes} aria-labelledby="outcomes">
      <h2 id="outcomes">What the rules found</h2>
      <ScrollRegion label="Scans by rule" className={classes.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Scans</th>
              <th scope="col">Waiting</th>
              <th scope="col">Released</th>
              <th scope="col">Reversed</th>
            </tr>
          </thead>
          <tbody>
            {flags.map(({ flag, scans, open, released, reversed }) => (
              <tr key={flag}>
                <th scope="row">{FLAGS[flag].label}</th>
                <td>{formatNumber(scans)}</td>
                <td>{formatNumber(open)}</td>
                <td>{formatNumber(released)}</td>
                <td>{formatNumber(reversed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

/** The queue of scans that wait for a person, by what their members have in common. */
export function HeldSide({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <div className={classes.page}>
      <header>
        <Title order={1}>QR Scan Histories</Title>
        <p className={classes.about}>
          Scans that a rule of fraud held or flagged, by what their members share: a phone, an
          account, a place, a retailer. One decision settles all of them.
        </p>
      </header>
      {sides}
      <HeldDecisions />
      <Clusters />
      <Outcomes />
    </div>
  )
}
