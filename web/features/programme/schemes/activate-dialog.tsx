import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { activateScheme, type SchemeDetail } from '../../../../contract/programme/schemes.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import type { ActProps } from './act-props.ts'
import classes from './activate-dialog.module.css'
import { isUnderWay, keepScheme, schemeOptions } from './scheme-queries.ts'
import { daysInWords } from './scheme-words.tsx'
import { unbroken } from './sentence.ts'
import { againstBudget } from './simulation-result.tsx'

/** Why it cannot be activated yet; null when its cost is known as it stands. */
export function whyNotYet({ simulation }: SchemeDetail): string | null {
  if (!simulation) {
    return 'It has not been simulated, so nobody knows what it will cost. Simulate it first; then it can be activated.'
  }
  if (isUnderWay(simulation)) {
    return 'Its simulation is still running. It can be activated as soon as its cost is known.'
  }
  if (!simulation.current) {
    return 'Its terms were changed after it was simulated. Simulate it as it stands; then it can be activated.'
  }
  if (simulation.state === 'failed') {
    return 'Its simulation failed, so nobody knows what it will cost. Simulate it again; then it can be activated.'
  }
  return null
}

function costInWords({ simulation, budget }: SchemeDetail): string {
  if (!simulation?.result) return ''
  const { points, costPaise, spentOn } = simulation.result
  const link = spentOn === null ? ',' : '.'
  return `On the scans of the last 30 days it would have given ${formatAmount(points, 'point')} (${formatPaise(costPaise)})${link} ${unbroken(againstBudget(simulation.result, budget))}`
}

function NotYet({ scheme, why, simulating, opened, onClose }: ActProps & { why: string }) {
  const simulate = (): void => {
    onClose()
    void simulating.send()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`“${scheme.name}” cannot be activated yet`}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        <Text>{why}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {!isUnderWay(scheme.simulation) && (
            <Button data-autofocus onClick={simulate}>
              Simulate
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  )
}

/** Sets a draft to give, with what it will cost in sight; says why not where that is not known. */
export function ActivateDialog(props: ActProps): ReactElement {
  const { scheme, opened, onClose } = props
  const client = useQueryClient()
  const why = useKept(whyNotYet(scheme), opened)
  if (why !== null) return <NotYet {...props} why={why} />
  const { schemeId, name, version, budget } = scheme
  const activate = async (reason: string): Promise<void> => {
    try {
      keepScheme(
        client,
        await call(activateScheme, { params: { schemeId }, body: { version, reason } }),
      )
      onClose()
      notifyDone(`“${name}” is active.`)
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) {
        void client.invalidateQueries(schemeOptions(String(schemeId)))
      }
      throw failure
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Activate “${name}”`}
      what={`“${name}” gives ${daysInWords(scheme)}, at most ${formatAmount(budget, 'point')} in all. ${costInWords(scheme)}`}
      submit="Activate"
      onConfirm={activate}
      onClose={onClose}
    />
  )
}
