import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlantFound } from '../../../../../contract/programme/plant.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { useSending } from '../../../../ui/use-sending.ts'
import { useWords } from '../language.ts'
import { readNumber } from '../plant-format.ts'
import { foundOptions } from '../plant-queries.ts'
import {
  problemOfCode,
  problemOfReason,
  readRun,
  reasonText,
  type Field,
  type Problem,
  type Problems,
  type Run,
  type Typed,
} from './activation-form.ts'
import { ACTIVATION_WORDS } from './activation-words.ts'
import type { Lot } from './lot-list.tsx'
import type { Asked } from './use-activation.ts'

type Target = Pick<Asked, 'batchId' | 'letters' | 'productName' | 'cartons' | 'instead'> & Run

const UNFOUND: Partial<Record<PlantFound['found'], Problem>> = {
  other_plant: 'otherPlant',
  unknown: 'unknownCode',
  malformed: 'malformed',
}

/** The run that a found code stands for; what is wrong where it is none of mine. */
function targetOf(found: PlantFound, lot: Lot | null): Target | { problems: Problems } {
  const { batchId, letters, productName, fromSerial, toSerial, carton } = found
  const missing = UNFOUND[found.found]
  if (missing || batchId === null || fromSerial === null)
    return { problems: { code: missing ?? 'unknownCode' } }
  return {
    batchId,
    letters: letters ?? '',
    productName: productName ?? '',
    from: fromSerial,
    to: toSerial ?? fromSerial,
    cartons: carton === null ? null : { from: carton, to: carton },
    instead: lot && lot.batchId !== batchId ? `${lot.letters} · ${lot.batchId}` : null,
  }
}

/** The run that the numbers mean in the chosen lot. */
function targetInLot(typed: Typed, lot: Lot): Target | { problems: Problems } {
  const read = readRun(typed, lot)
  if ('problems' in read) return read
  const { batchId, letters, productName } = lot
  const first = readNumber(typed.cartonFrom) ?? 0
  const cartons = { from: first, to: readNumber(typed.cartonTo) ?? first }
  const inCartons = typed.way === 'cartons'
  return {
    batchId,
    letters,
    productName,
    instead: null,
    ...read.run,
    cartons: inCartons ? cartons : null,
  }
}

const FIELDS: readonly Field[] = ['from', 'to', 'cartonFrom', 'cartonTo', 'code', 'reason', 'note']

/** The fields that the server refused, in the words that are kept for that. */
function refusedFields(error: unknown, way: Typed['way']): Problems | null {
  if (!(error instanceof ApiError)) return null
  const named = FIELDS.filter((field) => error.fields[field] !== undefined)
  if (error.fields.q !== undefined) return { code: 'malformed' }
  if (named.length === 0 || way === 'code') return null
  return Object.fromEntries(named.map((field) => [field, 'refused']))
}

/** Checks what stands in the fields, looks a code up, and then asks for the preview, once at a time. */
export function useCheck(typed: Typed, lot: Lot | null, preview: (asked: Asked) => Promise<void>) {
  const client = useQueryClient()
  const words = useWords(ACTIVATION_WORDS)
  const [problems, setProblems] = useState<Problems>({})
  const [refusals, setRefusals] = useState(0)
  const tell = (wrong: Problems): void => {
    setProblems(wrong)
    setRefusals((count) => count + 1)
  }
  const way = lot ? typed.way : 'code'
  const button = typed.reason === 'other' || !typed.reason ? null : words.reasons[typed.reason]
  const reason = reasonText(button, typed.note)
  const wrongReason = typed.action === 'deactivate' ? problemOfReason(reason) : null
  const lookUp = async (): Promise<Target | { problems: Problems }> => {
    const wrong = problemOfCode(typed.code)
    if (wrong) return { problems: { code: wrong } }
    return targetOf(
      await client.fetchQuery({ ...foundOptions(typed.code.trim()), staleTime: 0 }),
      lot,
    )
  }
  const sending = useSending(async () => {
    setProblems({})
    try {
      const target = lot && way !== 'code' ? targetInLot(typed, lot) : await lookUp()
      const wrong = { ...('problems' in target ? target.problems : {}), ...wrongReason }
      if ('problems' in target || wrongReason) return tell(wrong)
      await preview({ ...target, action: typed.action, reason: wrongReason ? undefined : reason })
    } catch (error) {
      const refused = refusedFields(error, way)
      if (!refused) throw error
      tell(refused)
    }
  })
  return {
    way,
    problems,
    /** How often something was wrong: the first such field then takes the focus. */
    refusals,
    checking: sending.busy,
    failure: sending.error,
    check: sending.send,
    /** What is typed again is no longer wrong. */
    forgive: (fields: readonly string[]): void =>
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
      ),
  }
}
