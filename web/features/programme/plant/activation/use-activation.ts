import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { activateCoupons, previewActivation } from '../../../../../contract/programme/coupons.ts'
import { call } from '../../../../lib/api.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { deviceName } from '../device.ts'
import { PLANT_KEY } from '../plant-queries.ts'
import type { Action, Run } from './activation-form.ts'

type Answer = z.output<typeof activateCoupons.response>

/** What is asked for, as it will be sent. */
export type Asked = Run & {
  batchId: number
  letters: string
  productName: string
  /** Where it was asked for by cartons: which. */
  cartons: Run | null
  /** The lot that was chosen, where the code is of another. */
  instead: string | null
  action: Action
  reason: string | undefined
}
export type Step = { asked: Asked; answer: Answer }

const bodyOf = ({ batchId, from, to, action, reason }: Asked) => ({
  batchId,
  from,
  to,
  action,
  ...(action === 'deactivate' && { reason }),
})

/** Whether it may have been done all the same: no answer says that it was refused. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status < 400

type Stage = 'form' | 'preview' | 'done'

/**
 * From the form over the preview to the result; `place` is the address's part of the page, and another
 * place begins at its form. `results` are those of this visit, the last first. Asking again is safe:
 * coupons that are done stay as they are.
 */
export function useActivation(place: string) {
  const client = useQueryClient()
  const [reached, setReached] = useState<{ stage: Stage; place: string }>({ stage: 'form', place })
  const [previewed, setPreviewed] = useState<Step | null>(null)
  const [results, setResults] = useState<readonly Step[]>([])
  const go = (stage: Stage): void => setReached({ stage, place })
  return {
    stage: reached.place === place ? reached.stage : 'form',
    previewed,
    results,
    /** Asks what would change. Throws an `ApiError`. */
    preview: async (asked: Asked): Promise<void> => {
      const answer = await call(previewActivation, { body: bodyOf(asked) })
      setPreviewed({ asked, answer })
      go('preview')
    },
    /** Does it. Throws an `ApiError`; then it may be asked again. */
    confirm: async (asked: Asked): Promise<void> => {
      try {
        const body = { ...bodyOf(asked), device: deviceName() }
        const answer = await call(activateCoupons, { body })
        setResults((before) => [{ asked, answer }, ...before])
        go('done')
      } finally {
        void client.invalidateQueries({ queryKey: PLANT_KEY })
      }
    },
    toForm: (): void => go('form'),
  }
}
