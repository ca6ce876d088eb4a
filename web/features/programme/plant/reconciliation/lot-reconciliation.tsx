import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactElement } from 'react'
import type { Reconciliation } from '../../../../../contract/programme/plant.ts'
import { useWords } from '../language.ts'
import { PlantSkeleton } from '../plant-skeleton.tsx'
import { PlantFailure } from '../plant-failure.tsx'
import { reconciliationOptions } from '../plant-queries.ts'
import parts from '../plant-parts.module.css'
import { ExplainDialog } from './explain-dialog.tsx'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { EXPLAIN_WORDS, RECONCILIATION_WORDS } from './reconciliation-words.ts'

const REFRESH_MS = 30_000

/** A lot of my plant with where its coupons are; gaps are explained here. */
export function LotReconciliation({ batchId }: { batchId: number }): ReactElement {
  const words = useWords(RECONCILIATION_WORDS)
  const { saved } = useWords(EXPLAIN_WORDS)
  const { data, error, refetch } = useQuery({
    ...reconciliationOptions(batchId),
    refetchInterval: REFRESH_MS,
  })
  const [explaining, setExplaining] = useState<Reconciliation['runs'][number] | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  if (!data)
    return error ? (
      <PlantFailure error={error} onAgain={() => void refetch()} />
    ) : (
      <PlantSkeleton cards={1} height={220} />
    )
  const onSaved = (): void => {
    setExplaining(null)
    setIsSaved(true)
    // The button that opened the dialog is gone with its gap.
    place.current?.focus()
  }
  return (
    <div ref={place} tabIndex={-1} className={parts.place}>
      <ReconciliationPanel
        data={data}
        words={words}
        onExplain={(run) => {
          setIsSaved(false)
          setExplaining(run)
        }}
      />
      <div role="status" className={parts.quiet}>
        {isSaved && saved}
      </div>
      <ExplainDialog
        batchId={batchId}
        run={explaining}
        onSaved={onSaved}
        onClose={() => setExplaining(null)}
      />
    </div>
  )
}
