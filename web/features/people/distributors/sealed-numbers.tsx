import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  revealDistributor,
  type DistributorDetail,
} from '../../../../contract/people/distributors.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useShownBriefly } from '../../../ui/use-shown-briefly.ts'
import type { NumberName } from './distributor-draft.ts'
import { distributorOptions } from './distributor-queries.ts'
import classes from './distributors.module.css'

const NAMES = { gstin: 'GSTIN', pan: 'PAN' } as const

/** One number: its mask, or in full for a minute to whoever may reveal it. */
function SealedNumber({
  name,
  mask,
  value,
  onReveal,
  onHide,
}: {
  name: string
  mask: string | null
  value: string | undefined
  onReveal: (() => void) | undefined
  onHide: () => void
}): ReactElement {
  if (mask === null) return <>Not on record</>
  return (
    <span className={classes.number} data-revealed={value ? true : undefined}>
      {value ? <CopyText text={value} /> : mask}
      {onReveal && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={
            value ? (
              <IconEyeOff size={14} stroke={1.8} aria-hidden />
            ) : (
              <IconEye size={14} stroke={1.8} aria-hidden />
            )
          }
          onClick={value ? onHide : onReveal}
        >
          {value ? `Hide the ${name}` : `Reveal the ${name}`}
        </Button>
      )}
    </span>
  )
}

/** GSTIN and PAN of a firm. */
export function SealedNumbers({
  firm,
  onDialog,
}: {
  firm: DistributorDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const client = useQueryClient()
  const { shown, show, hide } = useShownBriefly<NumberName, string>()
  const [asked, setAsked] = useState<NumberName>('gstin')
  const [open, setOpen] = useState(false)
  const { distributorId } = firm
  const turn = (opened: boolean): void => {
    setOpen(opened)
    onDialog(opened)
  }
  const reveal = async (reason: string): Promise<void> => {
    const body = { field: asked, reason }
    const { value } = await call(revealDistributor, { params: { distributorId }, body })
    show(asked, value)
    turn(false)
    void client.invalidateQueries(distributorOptions(String(distributorId)))
  }
  const ask = (name: NumberName): void => {
    setAsked(name)
    turn(true)
  }
  return (
    <>
      <Facts
        facts={(['gstin', 'pan'] as const).map((name) => [
          NAMES[name],
          <SealedNumber
            key={name}
            name={NAMES[name]}
            mask={firm[name]}
            value={shown[name]}
            onReveal={can(role, 'pii.reveal') ? () => ask(name) : undefined}
            onHide={() => hide(name)}
          />,
        ])}
      />
      <ConfirmDialog
        opened={open}
        title={`Reveal the ${NAMES[asked]}`}
        what="You see it for a minute. The record keeps that you looked, and why."
        submit="Reveal"
        oneLine
        onConfirm={reveal}
        onClose={() => turn(false)}
      />
    </>
  )
}
