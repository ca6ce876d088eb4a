import type { KeyHelp } from '../../../ui/keys-dialog.tsx'
import { useKeys } from '../../../ui/use-keys.ts'

export const THREAD_KEYS: KeyHelp = [
  ['A', 'Write an answer'],
  ['N', 'Write an internal note'],
  ['T', 'Take it'],
  ['R', 'Resolve it, or open it again'],
  ['Ctrl+Enter', 'Send what is written'],
  ['Ctrl+⇧+Enter', 'Send and resolve'],
  ['J K', 'Next and previous enquiry'],
  ['Esc', 'Leave the field, then back to the list'],
  ['?', 'This help'],
]

export type ThreadActs = {
  /** Undefined for those who only read, or where it cannot be done now. */
  answer: (() => void) | undefined
  note: (() => void) | undefined
  take: (() => void) | undefined
  settle: (() => void) | undefined
  move: (direction: 'next' | 'previous') => void
  help: () => void
  close: () => void
}

/** An enquiry under the fingers. */
export function useThreadKeys(acts: ThreadActs, active: boolean): void {
  useKeys(
    {
      a: acts.answer,
      n: acts.note,
      t: acts.take,
      r: acts.settle,
      j: () => acts.move('next'),
      k: () => acts.move('previous'),
      '?': acts.help,
      Escape: acts.close,
    },
    active,
  )
}
