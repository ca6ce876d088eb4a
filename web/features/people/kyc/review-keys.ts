import type { KeyHelp } from '../../../ui/keys-dialog.tsx'
import { useKeys } from '../../../ui/use-keys.ts'
import type { Desk } from './use-desk.ts'
import type { Gallery } from './use-gallery.ts'

export const REVIEW_KEYS: KeyHelp = [
  ['1 … 9', 'Choose a field'],
  ['A', 'Accept the field'],
  ['R', 'Refuse it, with a reason'],
  ['N', 'Note to a refusal'],
  ['U', 'Undo the last step'],
  ['⇧A', 'Accept all that are clean'],
  ['V', 'Reveal the value, or hide it'],
  ['Enter', 'Decide: approve or ask again'],
  ['J K', 'Next and previous submission'],
  ['+ - 0', 'Larger, smaller, whole picture'],
  ['[ ]', 'Turn the picture'],
  [', .', 'Previous and next page'],
  ['Esc', 'Back to the queue'],
  ['?', 'This help'],
]

export type ReviewActs = {
  accept: () => void
  refuse: () => void
  note: () => void
  reveal: () => void
  decide: () => void
  move: (direction: 'next' | 'previous') => void
  help: () => void
  close: () => void
}

/** Everything of a review under the fingers. */
export function useReviewKeys(
  { desk, gallery, acts }: { desk: Desk; gallery: Gallery; acts: ReviewActs },
  active: boolean,
): void {
  const digits = desk.fields
    .slice(0, 9)
    .map(({ field }, index) => [String(index + 1), () => desk.do({ type: 'choose', field })])
  useKeys(
    {
      ...Object.fromEntries(digits),
      a: acts.accept,
      r: acts.refuse,
      n: acts.note,
      u: () => desk.do({ type: 'undo' }),
      v: acts.reveal,
      'Shift+a': () => desk.do({ type: 'acceptClean' }),
      Enter: acts.decide,
      j: () => acts.move('next'),
      k: () => acts.move('previous'),
      '+': () => gallery.change('larger'),
      '=': () => gallery.change('larger'),
      '-': () => gallery.change('smaller'),
      '0': () => gallery.change('whole'),
      '[': () => gallery.change('left'),
      ']': () => gallery.change('right'),
      ',': () => gallery.turnPage(-1),
      '.': () => gallery.turnPage(1),
      '?': acts.help,
      Escape: acts.close,
    },
    active,
  )
}
