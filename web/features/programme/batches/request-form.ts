import { useState } from 'react'
import {
  batchRequest,
  type BatchDetail,
  type QR_FORMS,
} from '../../../../contract/programme/batches.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'

/** What is typed, as it is typed: numbers stay text until they are sent. */
export type Draft = {
  plantId: string | null
  productId: string | null
  quantity: string | number
  points: string | number
  expiresOn: string
  qrForm: (typeof QR_FORMS)[number]
  sentToState: string | null
  cartonSize: string | number
  note: string
}
export type Field = keyof Draft

const EMPTY: Draft = {
  plantId: null,
  productId: null,
  quantity: '',
  points: '',
  expiresOn: '',
  qrForm: 'url',
  sentToState: null,
  cartonSize: '',
  note: '',
}

const numberOf = (typed: string | number): number | undefined =>
  typed === '' ? undefined : Number(typed)

function toRequest(draft: Draft) {
  return {
    plantId: Number(draft.plantId ?? 0),
    productId: Number(draft.productId ?? 0),
    quantity: numberOf(draft.quantity),
    points: numberOf(draft.points),
    expiresOn: draft.expiresOn,
    qrForm: draft.qrForm,
    sentToState: draft.sentToState === null ? null : Number(draft.sentToState),
    cartonSize: numberOf(draft.cartonSize) ?? null,
    note: draft.note,
  }
}

function problemsOf(draft: Draft): Partial<Record<Field, string>> {
  const read = batchRequest.safeParse(toRequest(draft))
  if (read.success) return {}
  const found = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  const problems: Partial<Record<string, string>> = Object.fromEntries(found.toReversed())
  return draft.expiresOn === '' ? { ...problems, expiresOn: 'Choose the last day.' } : problems
}

/** The request of a batch as it stands, to be changed. */
const draftOf = (batch: BatchDetail): Draft => ({
  plantId: String(batch.plantId),
  productId: String(batch.productId),
  quantity: batch.quantity,
  points: batch.points,
  expiresOn: batch.expiresOn,
  qrForm: batch.qrForm,
  sentToState: batch.sentToState === null ? null : String(batch.sentToState),
  cartonSize: batch.cartonSize ?? '',
  note: batch.note ?? '',
})

/**
 * The request for a batch while it is written: kept when the dialog is closed, gone when it is sent.
 * With `batch` it is that one's request, to be changed.
 */
export function useRequestForm(failure: unknown, batch?: BatchDetail) {
  const start = () => (batch ? draftOf(batch) : EMPTY)
  const key = batch ? `batch.${batch.batchId}.${batch.version}` : 'batch'
  const [draft, setDraft] = useDraftState(key, start)
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const [changed, setChanged] = useState<ReadonlySet<Field>>(new Set())
  const problems = problemsOf(draft)
  const refused: Partial<Record<string, string>> = failure instanceof ApiError ? failure.fields : {}
  return {
    draft,
    problems,
    set(values: Partial<Draft>): void {
      setDraft((before) => ({ ...before, ...values }))
      setChanged((before) => new Set([...before, ...(Object.keys(values) as Field[])]))
    },
    touch: (...fields: Field[]) => setTouched((before) => new Set([...before, ...fields])),
    /** What is wrong with a field: shown once it was left, or when the server refused it as it stands. */
    errorOf: (field: Field): string | undefined =>
      touched.has(field)
        ? (problems[field] ?? (changed.has(field) ? undefined : refused[field]))
        : undefined,
    request: () => batchRequest.safeParse(toRequest(draft)).data,
    sent: () => {
      setChanged(new Set())
      setTouched(new Set(Object.keys(EMPTY) as Field[]))
    },
    clear: () => {
      setDraft(start())
      setTouched(new Set())
      setChanged(new Set())
    },
  }
}
export type RequestForm = ReturnType<typeof useRequestForm>
