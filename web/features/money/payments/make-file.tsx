import { Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { IconFilePlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { makeBankFile } from '../../../../contract/money/bank-files.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { LeftAlone, type LeftRow } from '../../../ui/left-alone.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './bank-desk.module.css'
import { providersOptions, refreshPayments } from './payment-queries.ts'

/** Puts what waits for the bank into a file; the sum on the button is what is confirmed. */
export function MakeFile(): ReactElement | null {
  const client = useQueryClient()
  const { data, error: unread } = useQuery(providersOptions())
  const [left, setLeft] = useState<readonly LeftRow[]>([])
  const waiting = data?.providers.find(({ provider }) => provider === 'bank-file')?.waiting
  const { busy, error, send } = useSending(async (totalPaise: number) => {
    setLeft([])
    try {
      const made = await call(makeBankFile, { body: { totalPaise } })
      setLeft(made.left)
      if (made.file)
        notifyDone(`File ${made.file.number} is made. Download it and give it to the bank.`)
    } finally {
      await refreshPayments(client)
    }
  })
  return (
    <section className={classes.part} aria-labelledby="bank-make">
      <h3 id="bank-make">The next file</h3>
      {unread && !data && <FailureAlert error={unread} />}
      {!data && !unread && <Skeleton height={36} aria-label="Loading what waits" />}
      {data && (!waiting || waiting.count === 0) && (
        <Text c="dimmed">
          Nothing waits for a file. Choose payments in the list, send them by bank file, and make
          the file here.
        </Text>
      )}
      {waiting !== undefined && waiting.count > 0 && (
        <div className={classes.make}>
          <Text>
            {`${formatAmount(waiting.count, 'payment waits', 'payments wait')} for the bank. Each is checked once more and its tax is taken; then they stand in one file.`}
          </Text>
          <Button
            loading={busy}
            leftSection={<IconFilePlus size={16} stroke={1.8} aria-hidden />}
            onClick={() => void send(waiting.paise)}
          >
            {`Make a file of ${formatPaise(waiting.paise)}`}
          </Button>
        </div>
      )}
      {error !== null && <FailureAlert error={error} title="No file was made" />}
      {left.length > 0 && <LeftAlone left={left} />}
    </section>
  )
}
