import { Alert, Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { resolveAlert, type PaymentAlert } from '../../../../contract/money/payment-alerts.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { useDialogForm } from '../../../ui/dialog-form.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { Moment } from '../../../ui/moment.tsx'
import classes from './findings.module.css'
import { alertsOptions, refreshPayments } from './payment-queries.ts'
import { providerName } from './payment-words.tsx'

const KIND_NAMES: Record<PaymentAlert['kind'], string> = {
  unknown_payout: 'A payout that we did not send',
  amount_differs: 'The amount differs',
  contradiction: 'Two answers contradict each other',
  utr_twice: 'A UTR stands twice',
}

const focusIt = (element: HTMLElement | null): void => element?.focus()

function Resolve({ alertId, onClose }: { alertId: string; onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const form = useDialogForm(resolveAlert, { note })
  const submit = (): void =>
    void form.send(async (body) => {
      await call(resolveAlert, { params: { alertId }, body })
      notifyDone('The finding is settled.')
      await refreshPayments(client)
    })
  return (
    <form
      className={classes.resolve}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        label="What was found"
        description="It stays in the record, with your name."
        ref={focusIt}
        autosize
        minRows={2}
        maxRows={6}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        {...form.field('note')}
      />
      {form.failure !== null && (
        <FailureAlert error={form.failure} kept="What you typed is kept." />
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onClose} disabled={form.busy}>
          Not now
        </Button>
        <Button size="xs" type="submit" loading={form.busy}>
          Settle the finding
        </Button>
      </Group>
    </form>
  )
}

function Finding({
  alert,
  onShow,
}: {
  alert: PaymentAlert
  onShow: (redemptionId: string) => void
}): ReactElement {
  const role = useRole()
  const [resolving, setResolving] = useState(false)
  const { alertId, kind, at, words, redemptionId, paymentNumber, resolvedAt, resolvedBy } = alert
  const about = [paymentNumber, providerName(alert.provider), alert.providerId]
  return (
    <li className={classes.finding} data-settled={resolvedAt !== null || undefined}>
      <div className={classes.head}>
        <b>{KIND_NAMES[kind]}</b>
        <Moment at={at} />
      </div>
      <p>{words}</p>
      <p className={classes.about}>{about.filter(Boolean).join(' · ')}</p>
      {resolvedAt && (
        <p className={classes.settled}>
          <IconCircleCheck size={15} stroke={1.8} aria-hidden />
          <span>
            {`${alert.note} (${resolvedBy}, `}
            <Moment at={resolvedAt} />)
          </span>
        </p>
      )}
      {resolving && !resolvedAt ? (
        <Resolve alertId={alertId} onClose={() => setResolving(false)} />
      ) : (
        <Group gap="xs">
          {redemptionId && (
            <Button size="xs" variant="default" onClick={() => onShow(redemptionId)}>
              Show the payment
            </Button>
          )}
          {!resolvedAt && can(role, 'payment.settle') && (
            <Button size="xs" variant="default" onClick={() => setResolving(true)}>
              Settle it
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}

function FindingsDialog({
  opened,
  onClose,
  onShow,
}: {
  opened: boolean
  onClose: () => void
  onShow: (redemptionId: string) => void
}): ReactElement {
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery({ ...alertsOptions(all), enabled: opened })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Findings about money"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        <Text c="dimmed">
          What the provider or the bank said does not fit our books. While a finding is open,
          nothing more is paid for its redemption.
        </Text>
        {error && !data && (
          <>
            <FailureAlert error={error} />
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
        {data?.items.length === 0 && <Text>All findings are settled.</Text>}
        <ul className={classes.findings} aria-label="Findings, newest first">
          {data?.items.map((alert) => (
            <Finding key={alert.alertId} alert={alert} onShow={onShow} />
          ))}
        </ul>
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => setAll(!all)}>
            {all ? 'Only those that are open' : 'Also those that were settled'}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Says that something about money waits for a person, and shows it. */
export function Findings({
  onShow,
}: {
  onShow: (redemptionId: string) => void
}): ReactElement | null {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(alertsOptions())
  const count = data?.count ?? data?.items.length ?? 0
  if (count === 0 && !opened) return null
  const [first] = data?.items ?? []
  return (
    <>
      {count > 0 && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          className={classes.strip}
        >
          <div className={classes.line}>
            <span>
              <b>{`${formatAmount(count, 'finding')} about money ${count === 1 ? 'waits' : 'wait'} for a person.`}</b>
              {first && ` ${first.words}`}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label="Review: Findings about money"
              onClick={() => setOpened(true)}
            >
              Review
            </Button>
          </div>
        </Alert>
      )}
      <FindingsDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onShow={(redemptionId) => {
          setOpened(false)
          onShow(redemptionId)
        }}
      />
    </>
  )
}
