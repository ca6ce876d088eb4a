import { useLocalStorage } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { parseCode } from '../../../../../contract/programme/code.ts'
import { PLANT_KEY } from '../plant-queries.ts'
import { TONES, type Tone } from './outcomes.ts'
import { lineOf, type LineState } from './scan-line.ts'
import type { Done, Reader } from './scan-schema.ts'
import type { Row } from './scan-snapshot.ts'
import { signal } from './signals.ts'

/** The last thing that happened, for the band. */
export type Outcome =
  | { kind: 'kept' | 'again' | 'undoing'; code: string }
  /** No code of ours: misread, mistyped, or of something else. */
  | { kind: 'malformed' }
  /** The phone could not keep it; or the server would not take some as they are. */
  | { kind: 'not_kept' | 'refused' }
  | { kind: 'answer'; done: Done }
  /** Several were answered at once: how many, and how many of them as they should be. */
  | { kind: 'answers'; total: number; good: number }

const OUTCOME_TONES = {
  kept: 'kept',
  undoing: 'kept',
  again: 'again',
  malformed: 'bad',
  not_kept: 'bad',
  refused: 'bad',
} as const

export function toneOf(outcome: Outcome): Tone {
  if (outcome.kind === 'answer') return TONES[outcome.done.answer.result]
  if (outcome.kind === 'answers') return outcome.good === outcome.total ? 'good' : 'bad'
  return OUTCOME_TONES[outcome.kind]
}

function outcomeOf(settled: readonly Done[]): Outcome {
  const [only] = settled
  if (only && settled.length === 1) return { kind: 'answer', done: only }
  const good = settled.filter(({ answer }) => TONES[answer.result] !== 'bad').length
  return { kind: 'answers', total: settled.length, good }
}

/** What "undo the last" would take back: the newest reading that made something active, or will. */
function lastToUndo(rows: readonly Row[]): Row | null {
  const can = (row: Row): boolean =>
    !row.takenBack &&
    row.code !== null &&
    (row.state === 'kept' || (row.state === 'done' && row.answer.result === 'activated'))
  return rows.find(can) ?? null
}

export type Scanner = LineState & {
  outcome: (Outcome & { at: number }) | null
  undoable: Row | null
  muted: boolean
  mute: (muted: boolean) => void
  /** Takes a text as the camera read it or a person typed it; whether it is a code of ours. */
  take: (text: string) => boolean
  undo: () => void
  tryAgain: () => void
  drop: () => void
}

/** One worker's scanning on this phone: takes readings, says and sounds what becomes of them. */
export function useScanner(reader: Reader): Scanner {
  const line = lineOf(reader)
  const queries = useQueryClient()
  const state = useSyncExternalStore(line.subscribe, line.read)
  const [outcome, setOutcome] = useState<(Outcome & { at: number }) | null>(null)
  const [muted, mute] = useLocalStorage({
    key: 'hil.plantMuted',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const tell = (what: Outcome): void => {
    setOutcome({ ...what, at: Date.now() })
    signal(toneOf(what), muted)
  }
  const hear = useEffectEvent((settled: Done[]) => {
    tell(outcomeOf(settled))
    void queries.invalidateQueries({ queryKey: PLANT_KEY })
  })
  useEffect(() => {
    const deafen = line.whenSettled((settled) => hear(settled))
    const stop = line.start()
    return () => {
      deafen()
      stop()
    }
  }, [line])

  const refused = state.snapshot?.refused ?? null
  const hearRefused = useEffectEvent((before: number | null) => {
    if (before !== null && refused !== null && refused > before) tell({ kind: 'refused' })
  })
  const refusedBefore = useRef(refused)
  useEffect(() => {
    hearRefused(refusedBefore.current)
    refusedBefore.current = refused
  }, [refused])

  const notKept = (): void => tell({ kind: 'not_kept' })
  const take = (text: string): boolean => {
    const parsed = parseCode(text)
    if (!parsed) {
      tell({ kind: 'malformed' })
      return false
    }
    const { code } = parsed
    line.keep(code).then((kind) => tell({ kind, code }), notKept)
    return true
  }
  const undoable = lastToUndo(state.snapshot?.rows ?? [])
  const undo = (): void => {
    if (!undoable) return
    const { id, code } = undoable
    line.takeBack(id).then(() => tell({ kind: 'undoing', code: code ?? '' }), notKept)
  }
  return {
    ...state,
    outcome,
    undoable,
    muted,
    mute,
    take,
    undo,
    tryAgain: () => void line.tryAgain().catch(notKept),
    drop: () => void line.drop().catch(notKept),
  }
}
