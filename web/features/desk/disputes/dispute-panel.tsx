import {
  OUTCOME_NAMES,
  type DisputeDetail,
  type DisputeOutcome,
} from '../../../../contract/desk/disputes.ts'
import { Alert, Button, Group, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { IconAlertTriangle, IconGavel, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount, formatMoment, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { Between, Claimants } from './claimants.tsx'
import { DecideDialog, ProposeDialog } from './dispute-dialogs.tsx'
import { disputeOptions } from './dispute-queries.ts'
import { DisputeTag, outcomeWords } from './dispute-words.tsx'
import classes from './dispute.module.css'

const isDecided = ({ state }: DisputeDetail): boolean => state === 'moved' || state === 'kept'

/** The dispute of an enquiry: both members and scans, what moving would do, and what was decided. */
export function DisputePanel({ enquiryId }: { enquiryId: string }): ReactElement {
  const { data, error, refetch } = useQuery(disputeOptions(enquiryId))
  return (
    <section className={classes.panel} aria-labelledby="dispute">
      {data ? (
        <Shown dispute={data} />
      ) : error ? (
        <>
          <FailureAlert error={error} title="The dispute could not be shown" />
          <Group>
            <Button onClick={() => void refetch()}>Try again</Button>
          </Group>
        </>
      ) : (
        <Skeleton height={420} aria-label="Loading the dispute" />
      )}
    </section>
  )
}

function Shown({ dispute }: { dispute: DisputeDetail }): ReactElement {
  const { state, coupon } = dispute
  const { batchId, serial, productName, plantName, points, sentToState, activatedAt } = coupon
  const about = [
    `${productName}, ${formatAmount(points, 'point')}`,
    plantName,
    sentToState !== null && `sent to ${stateName(sentToState)}`,
    activatedAt !== null && `activated ${formatMoment(activatedAt)}`,
  ]
  return (
    <>
      <header className={classes.head}>
        <h2 id="dispute">{`Two members claim batch ${batchId}, serial ${formatNumber(serial)}`}</h2>
        <DisputeTag state={state} />
        <p>{about.filter(Boolean).join(' · ')}</p>
      </header>
      <Between dispute={dispute} />
      <Claimants dispute={dispute} />
      <Said dispute={dispute} />
      {!isDecided(dispute) && <Effect dispute={dispute} />}
      {!isDecided(dispute) && <Acts dispute={dispute} />}
    </>
  )
}

/** What was proposed, and what was decided. */
function Said({ dispute }: { dispute: DisputeDetail }): ReactElement | null {
  const { proposal, decision } = dispute
  if (!proposal) return null
  return (
    <dl className={classes.said}>
      <div>
        <dt>Proposal</dt>
        <dd>
          <b>{OUTCOME_NAMES[proposal.outcome]}</b>
          {`: ${proposal.reason}`}
          <small>{`${proposal.by}, ${formatMoment(proposal.at)}`}</small>
        </dd>
      </div>
      {decision && (
        <div>
          <dt>Decision</dt>
          <dd>
            <b>{dispute.state === 'moved' ? 'The points were moved' : 'The points were kept'}</b>
            {`: ${decision.note}`}
            <small>{`${decision.by}, ${formatMoment(decision.at)}`}</small>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What moving does, in a sentence; or why it cannot be done now. */
function Effect({ dispute }: { dispute: DisputeDetail }): ReactElement {
  const { effect, first } = dispute
  if (effect.whyNot !== null) {
    return (
      <Alert
        color="yellow"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title="The points cannot be moved now"
      >
        {effect.whyNot}
      </Alert>
    )
  }
  const { available } = effect
  return (
    <p className={classes.effect}>
      <b>If they are moved: </b>
      {outcomeWords('move', dispute)}
      {` ${first.memberName} has ${formatAmount(available, 'point')} that can be taken.`}
    </p>
  )
}

type Opened = { propose: DisputeOutcome } | { agree: boolean }

function Acts({ dispute }: { dispute: DisputeDetail }): ReactElement {
  const mayPropose = can(useRole(), 'enquiry.answer')
  const { proposal, mayDecide, whyNotMe, effect } = dispute
  const [opened, setOpened] = useState<Opened | null>(null)
  // The dialog's words stay while it fades out.
  const kept = useKept(opened, opened !== null)
  const close = (): void => setOpened(null)
  return (
    <div className={classes.acts}>
      {proposal && mayDecide && (
        <>
          <Button
            leftSection={<IconGavel size={16} stroke={1.8} aria-hidden />}
            disabled={proposal.outcome === 'move' && effect.whyNot !== null}
            onClick={() => setOpened({ agree: true })}
          >
            {proposal.outcome === 'move' ? 'Agree: move the points' : 'Agree: keep the points'}
          </Button>
          <Button variant="default" onClick={() => setOpened({ agree: false })}>
            Send it back
          </Button>
        </>
      )}
      {mayPropose && (
        <>
          <Button
            variant={proposal ? 'default' : 'filled'}
            disabled={effect.whyNot !== null}
            onClick={() => setOpened({ propose: 'move' })}
          >
            Propose to move
          </Button>
          <Button variant="default" onClick={() => setOpened({ propose: 'keep' })}>
            Propose to keep
          </Button>
        </>
      )}
      {!mayDecide && (proposal || !mayPropose) && (
        <p className={classes.why}>
          <IconInfoCircle size={16} stroke={1.8} aria-hidden />
          {proposal
            ? whyNotMe
            : 'Admin, cs and sub admin propose; an admin or the almond team decides.'}
        </p>
      )}
      {kept && 'propose' in kept && (
        <ProposeDialog
          key={kept.propose}
          dispute={dispute}
          outcome={kept.propose}
          opened={opened !== null}
          onClose={close}
        />
      )}
      {kept && 'agree' in kept && proposal && (
        <DecideDialog
          key={String(kept.agree)}
          dispute={dispute}
          outcome={proposal.outcome}
          agree={kept.agree}
          opened={opened !== null}
          onClose={close}
        />
      )}
    </div>
  )
}
