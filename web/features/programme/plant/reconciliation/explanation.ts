import type { ExplanationKind } from '../../../../../contract/programme/plant.ts'
import { readNumber } from '../plant-format.ts'

/** What stands in the dialog, as typed. */
export type Explaining = { kind: ExplanationKind | null; from: string; to: string; note: string }
export type ExplainProblem = 'kind' | 'number' | 'outside' | 'backwards' | 'note' | 'longNote'
export type ExplainProblems = Partial<Record<keyof Explaining, ExplainProblem>>
type Gap = { fromSerial: number; toSerial: number }

const SHORTEST = 3
const LONGEST = 300

function problemOfEnd(typed: string, gap: Gap): ExplainProblem | undefined {
  const serial = readNumber(typed)
  if (serial === null) return 'number'
  return serial < gap.fromSerial || serial > gap.toSerial ? 'outside' : undefined
}

function problemOfNote({ kind, note }: Explaining): ExplainProblem | undefined {
  const { length } = note.trim()
  if (length > LONGEST) return 'longNote'
  return kind === 'other' && length < SHORTEST ? 'note' : undefined
}

/** What is wrong with an explanation of serials of this gap; nothing where it may be sent. */
export function problemsOf(typed: Explaining, gap: Gap): ExplainProblems {
  const [from, to] = [readNumber(typed.from) ?? 0, readNumber(typed.to) ?? 0]
  const found: { [field in keyof Explaining]: ExplainProblem | undefined } = {
    kind: typed.kind === null ? 'kind' : undefined,
    from: problemOfEnd(typed.from, gap),
    to: problemOfEnd(typed.to, gap) ?? (to < from ? 'backwards' : undefined),
    note: problemOfNote(typed),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}
