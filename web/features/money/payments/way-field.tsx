import { Alert, Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { grossOf, type Payable } from './payable.ts'
import { ProviderChoice } from './provider-choice.tsx'
import { carriedBy, type Way } from './use-way.ts'

/** The choice of how to send, and what cannot go that way, said before anything is sent. */
export function WayField({ rows, way }: { rows: readonly Payable[]; way: Way }): ReactElement {
  const { query, providers, provider, setProvider, notCarried, carried } = way
  if (query.isPending) return <Skeleton height={132} aria-label="Loading the balances" />
  if (provider === null) {
    return (
      <>
        <FailureAlert error={query.error ?? new Error('No way of payment is set up.')} />
        <Button variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </>
    )
  }
  const upi = `${notCarried === 1 ? 'goes' : 'go'} to a UPI address, which a bank file cannot carry`
  return (
    <>
      <ProviderChoice
        providers={providers}
        selected={provider}
        paiseBy={(each) => grossOf(carriedBy(each, rows))}
        onChoose={setProvider}
      />
      {notCarried > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} role="status">
          {carried.length === 0
            ? `${rows.length === 1 ? 'It goes' : 'All of them go'} to a UPI address, which a bank file cannot carry. Choose another way.`
            : `${formatNumber(notCarried)} of them ${upi}: ${notCarried === 1 ? 'it stays' : 'they stay'} here. The sum below is without ${notCarried === 1 ? 'it' : 'them'}.`}
        </Alert>
      )}
    </>
  )
}
