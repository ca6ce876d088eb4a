import { useState } from 'react'

/** What a dialog is about, kept as it last was while the dialog fades away. */
export function useKept<T>(about: T, opened: boolean): T {
  const [kept, setKept] = useState(about)
  if (opened && kept !== about) setKept(about)
  return opened ? about : kept
}
