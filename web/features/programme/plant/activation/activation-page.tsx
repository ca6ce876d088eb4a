import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { z } from 'zod'
import { wholeNumber } from '../../../../../contract/paging.ts'
import { useSearchQuery } from '../../../../lib/use-search-query.ts'
import { useWords } from '../language.ts'
import { PlantSkeleton } from '../plant-skeleton.tsx'
import { PlantFailure } from '../plant-failure.tsx'
import { PlantFrame } from '../plant-frame.tsx'
import { lotsOptions } from '../plant-queries.ts'
import { NOTHING_TYPED, type Typed } from './activation-form.ts'
import { ACTIVATION_WORDS } from './activation-words.ts'
import classes from './activation.module.css'
import { ConfirmStep } from './confirm-step.tsx'
import { DoneBefore, DoneStep } from './done-step.tsx'
import { FormStep } from './form-step.tsx'
import { LotFacts, LotList, type Lot } from './lot-list.tsx'
import { useActivation, type Asked } from './use-activation.ts'
import { useUsedLots } from './use-used-lots.ts'

/** The lot that is chosen, or that a code names it; the rest fills the fields to begin with. */
const activationSearch = z.object({
  lot: wholeNumber('Lot').optional(),
  by: z.enum(['code']).optional(),
  from: wholeNumber('First serial').optional(),
  to: wholeNumber('Last serial').optional(),
  act: z.enum(['activate', 'deactivate']).optional(),
})
const NO_PLACE = {
  lot: undefined,
  by: undefined,
  from: undefined,
  to: undefined,
  act: undefined,
}

export const preloadActivation = (queries: QueryClient): unknown =>
  queries.prefetchQuery(lotsOptions())

/** Activates or deactivates serials, cartons or one code: choose, look what would change, confirm. */
export function ActivationPage(): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  const lots = useQuery(lotsOptions())
  return (
    <PlantFrame title={words.title} about={words.about}>
      {lots.data ? (
        <Activation lots={lots.data.items} />
      ) : lots.isError ? (
        <PlantFailure error={lots.error} onAgain={() => void lots.refetch()} />
      ) : (
        <PlantSkeleton cards={4} height={92} />
      )}
    </PlantFrame>
  )
}

function Activation({ lots }: { lots: readonly Lot[] }): ReactElement {
  const { query, change } = useSearchQuery(activationSearch)
  const [used, useLot] = useUsedLots()
  const [typed, setTyped] = useState<Typed>(() => ({
    ...NOTHING_TYPED,
    action: query.act ?? 'activate',
    from: query.from === undefined ? '' : String(query.from),
    to: query.to === undefined ? '' : String(query.to),
  }))
  const activation = useActivation(`${query.lot ?? ''} ${query.by ?? ''}`)
  const { stage, previewed, results, toForm } = activation
  const lot = lots.find(({ batchId }) => batchId === query.lot) ?? null
  const toLots = (): void => {
    change(NO_PLACE)
    toForm()
  }
  const type = (changes: Partial<Typed>): void => setTyped((before) => ({ ...before, ...changes }))
  const confirm = async (asked: Asked): Promise<void> => {
    await activation.confirm(asked)
    useLot(asked.batchId)
  }
  const next = (): void => {
    type({ from: '', to: '', cartonFrom: '', cartonTo: '', code: '' })
    toForm()
  }
  const [last] = results
  if (stage === 'preview' && previewed)
    return <ConfirmStep step={previewed} confirm={confirm} onBack={toForm} />
  if (stage === 'done' && last)
    return (
      <>
        <DoneStep step={last} onNext={next} onOtherLot={toLots} />
        <DoneBefore steps={results.slice(1)} />
      </>
    )
  if (query.lot === undefined && query.by === undefined)
    return (
      <>
        <LotList
          lots={lots}
          used={used}
          onChoose={({ batchId }) => change({ ...NO_PLACE, lot: batchId })}
          onCode={() => change({ ...NO_PLACE, by: 'code' })}
        />
        <DoneBefore steps={results} />
      </>
    )
  return (
    <>
      <SelectedLot lot={lot} gone={query.lot !== undefined && !lot} onOther={toLots} />
      {(lot || query.by) && (
        <FormStep lot={lot} typed={typed} onType={type} preview={activation.preview} />
      )}
      <DoneBefore steps={results} />
    </>
  )
}

function SelectedLot({
  lot,
  gone,
  onOther,
}: {
  lot: Lot | null
  gone: boolean
  onOther: () => void
}): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  return (
    <div className={classes.selected}>
      {lot && <LotFacts lot={lot} />}
      {gone && <p role="alert">{words.lotGone}</p>}
      <Button
        variant="default"
        size="md"
        mih={44}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onOther}
      >
        {lot ? words.otherLot : words.chooseLot}
      </Button>
    </div>
  )
}
