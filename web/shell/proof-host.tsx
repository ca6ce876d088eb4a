import { lazy, Suspense, type ReactElement } from 'react'
import { useProofAsked } from '../lib/proof.ts'

const Dialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }))

/** Where a person confirms who it is; its code comes with the first time. */
export function ProofHost(): ReactElement | null {
  const settle = useProofAsked()
  return (
    settle && (
      <Suspense>
        <Dialog onSettle={settle} />
      </Suspense>
    )
  )
}
