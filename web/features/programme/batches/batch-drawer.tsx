import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { WITHOUT_COUPONS, type BatchDetail } from '../../../../contract/programme/batches.ts'
import { batchLetters } from '../../../../contract/programme/code.ts'
import { stateName } from '../../../../contract/india.ts'
import { formatAmount, formatDay, formatMoment, formatNumber } from '../../../lib/format.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { BatchActions } from './batch-actions.tsx'
import classes from './batch-drawer.module.css'
import { BatchChanges, BatchEvents } from './batch-history.tsx'
import { batchOptions } from './batch-queries.ts'
import { BatchReconciliation } from './batch-reconciliation.tsx'
import { BatchTag } from './batch-status.tsx'
import { BatchTakings } from './batch-takings.tsx'
import { Reconciliation } from './counts-bar.tsx'

/** As many of the newest changes as the API gives. */
const CHANGES_SHOWN = 100

/** One batch beside the list: what it is, what may be done, where its coupons are, what happened. */
export function BatchDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(batchOptions(id))
  const number = Number(id)
  const title = Number.isInteger(number) ? `Batch ${number} (${batchLetters(number)})` : 'Batch'
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} onClose={onClose}>
      {(batch) => <Detail batch={batch} onDialog={setHeld} />}
    </DetailDrawer>
  )
}

function Detail({
  batch,
  onDialog,
}: {
  batch: BatchDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const { status, failure, approvals, approvalsNeeded, counts, quantity, changes, events } = batch
  const hasCoupons = !WITHOUT_COUPONS.has(status)
  return (
    <>
      <div className={classes.top}>
        <BatchTag status={status} failed={failure !== null} />
        <span className={classes.approvals}>{`Approvals: ${approvals} of ${approvalsNeeded}`}</span>
      </div>
      {status === 'approved' && <Progress batch={batch} />}
      {hasCoupons && <BatchTakings batchId={batch.batchId} onDialog={onDialog} />}
      <BatchActions batch={batch} onDialog={onDialog} />
      <BatchFacts batch={batch} />
      {hasCoupons && (
        <Section title="Where its coupons are">
          <Reconciliation counts={counts} total={quantity} />
          {status === 'blocked' && (
            <p className={classes.none}>
              The batch is blocked: whatever their state, none of them can be scanned.
            </p>
          )}
          <BatchReconciliation batchId={batch.batchId} />
        </Section>
      )}
      <Section title="History">
        <BatchEvents events={events} />
      </Section>
      {hasCoupons && (
        <Section title="Changes of its coupons">
          {changes.length > 0 ? (
            <BatchChanges changes={changes} />
          ) : (
            <p className={classes.none}>None yet. They begin when a worker activates the lot.</p>
          )}
          {changes.length >= CHANGES_SHOWN && (
            <p className={classes.none}>{`The newest ${CHANGES_SHOWN} are shown.`}</p>
          )}
        </Section>
      )}
    </>
  )
}

function BatchFacts({ batch }: { batch: BatchDetail }): ReactElement {
  const { sentToState } = batch
  return (
    <Facts
      facts={[
        ['Product', batch.productName],
        ['Plant', batch.plantName],
        ['Coupons', formatNumber(batch.quantity)],
        ['Points each', formatNumber(batch.points)],
        ['Points in all', formatNumber(batch.points * batch.quantity)],
        ['Expires on', formatDay(batch.expiresOn)],
        ['Sent to', sentToState === null ? 'Any state' : stateName(sentToState)],
        [
          'Packs in a carton',
          batch.cartonSize === null ? 'No cartons' : formatNumber(batch.cartonSize),
        ],
        ['QR code holds', qrWords(batch)],
        ['Requested by', batch.requestedBy],
        ['Requested', formatMoment(batch.requestedAt)],
        ['Note', batch.note],
      ]}
    />
  )
}

function qrWords({ qrForm, gtin }: BatchDetail): string {
  if (qrForm === 'url') return 'Web address'
  return gtin === null
    ? 'Web address, as the product has no GTIN any more'
    : `GS1 Digital Link, GTIN ${gtin}`
}

/** How far the coupons are made; it goes on when the page is left. */
function Progress({ batch }: { batch: BatchDetail }): ReactElement {
  const { generated, quantity, failure } = batch
  if (failure !== null)
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title="The generation failed">
        {failure}
      </Alert>
    )
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label="Coupons generated"
        aria-valuemin={0}
        aria-valuemax={quantity}
        aria-valuenow={generated}
      >
        <span style={{ width: `${(generated / quantity) * 100}%` }} />
      </div>
      <p>
        {`${formatNumber(generated)} of ${formatAmount(quantity, 'coupon')} generated. It goes on when you leave.`}
      </p>
    </div>
  )
}
