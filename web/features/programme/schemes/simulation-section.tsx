import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { SchemeDetail, Simulation } from '../../../../contract/programme/schemes.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { formatMoment, formatNumber } from '../../../lib/format.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { Section } from '../../../ui/facts.tsx'
import { isUnderWay, simulationOptions } from './scheme-queries.ts'
import { SimulationFound } from './simulation-result.tsx'
import classes from './simulation.module.css'
import type { Simulating } from './use-simulate.ts'

/** How many scans are played of how many; it goes on when the page is left. */
function Progress({ simulation }: { simulation: Simulation }): ReactElement {
  const { scans, played } = simulation
  const words =
    scans === null
      ? 'It waits for its turn.'
      : `${formatNumber(played)} of ${formatNumber(scans)} scans played.`
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label="Scans played"
        aria-valuemin={0}
        aria-valuemax={scans ?? undefined}
        aria-valuenow={scans === null ? undefined : played}
        aria-valuetext={words}
      >
        <span style={{ width: scans ? `${(played / scans) * 100}%` : 0 }} />
      </div>
      <p>{`${words} It goes on when you leave.`}</p>
    </div>
  )
}

function Running({ scheme }: { scheme: SchemeDetail }): ReactElement | null {
  const { simulation } = scheme
  const { error } = useQuery(simulationOptions(scheme))
  if (!simulation) return null
  return (
    <>
      <Progress simulation={simulation} />
      {error && (
        <p className={classes.note} role="status">
          {`How far it is could not be read: ${sentenceOf(error)} It is asked again.`}
        </p>
      )}
    </>
  )
}

function Body({ scheme }: { scheme: SchemeDetail }): ReactElement | null {
  const { simulation, terms } = scheme
  if (!simulation) {
    return (
      <p className={classes.note}>
        Not simulated yet. A simulation plays the scans of the last 30 days with this scheme alone
        and tells what it would have cost and who would have earned.
      </p>
    )
  }
  if (isUnderWay(simulation)) return <Running scheme={scheme} />
  const { state, failure, result, current } = simulation
  if (state === 'failed' || !result) {
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title="The simulation failed">
        {failure ?? 'Nothing was found out. Simulate it again.'}
      </Alert>
    )
  }
  return (
    <>
      {!current && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
          The terms were changed since: this is what they would have cost before. Simulate again to
          see what they cost now.
        </Alert>
      )}
      <SimulationFound simulation={simulation} result={result} budget={terms.budget} />
    </>
  )
}

function Ask({
  label,
  main = false,
  simulating: { busy, send },
}: {
  label: string
  main?: boolean
  simulating: Simulating
}): ReactElement {
  return (
    <Button
      size={main ? 'sm' : 'xs'}
      variant={main ? 'filled' : 'default'}
      loading={busy}
      onClick={() => void send()}
    >
      {label}
    </Button>
  )
}

/** The newest simulation of a scheme: how far it is, or what it found. */
export function SimulationSection({
  scheme,
  simulating,
}: {
  scheme: SchemeDetail
  simulating: Simulating
}): ReactElement {
  const { simulation, status } = scheme
  const mayAsk = status === 'draft' && !isUnderWay(simulation)
  return (
    <Section title="Simulation">
      {simulation && (
        <div className={classes.asked}>
          <p>{`Asked for by ${simulation.requestedBy}, ${formatMoment(simulation.requestedAt)}`}</p>
          {mayAsk && <Ask label="Simulate again" simulating={simulating} />}
        </div>
      )}
      {simulating.error !== null && (
        <FailureAlert error={simulating.error} title="The simulation did not begin" />
      )}
      <Body scheme={scheme} />
      {!simulation && mayAsk && (
        <div>
          <Ask label="Simulate" main simulating={simulating} />
        </div>
      )}
    </Section>
  )
}
