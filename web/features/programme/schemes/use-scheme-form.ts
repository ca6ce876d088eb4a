import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { problemsOf, sentTerms, type Draft, type Problems } from './scheme-form.ts'

/** The editor’s name of a field; the server’s may stand under the terms that it was sent in. */
const ownPath = (path: string): string => path.replace(/^terms\./, '')
const fieldOf = (path: string): string => path.split('.')[0] ?? path
/** Both are sent as the value. */
const CHANGES: Partial<Record<keyof Draft, string>> = { percent: 'value', points: 'value' }

function refusedBy(failure: unknown): Problems {
  if (!(failure instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(failure.fields).map(([path, message]) => [ownPath(path), message]),
  )
}

/** The draft while it is written: what is wrong shows once a field was left, all of it once sent. */
export function useSchemeForm(name: string, initial: Draft, failure: unknown) {
  const [draft, setDraft] = useDraftState(name, () => initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const problems = problemsOf(draft)
  // What the server refused holds until the field is changed.
  const refused = Object.fromEntries(
    Object.entries(refusedBy(failure)).filter(([path]) => !changed.has(fieldOf(path))),
  )
  const all: Problems = { ...refused, ...problems }
  return {
    draft,
    problems: all,
    tried,
    dirty: JSON.stringify(draft) !== JSON.stringify(initial),
    set(values: Partial<Draft>): void {
      const fields = (Object.keys(values) as (keyof Draft)[]).map((name) => CHANGES[name] ?? name)
      setDraft((before) => ({ ...before, ...values }))
      setChanged((before) => new Set([...before, ...fields]))
    },
    touch: (path: string) => setTouched((before) => new Set([...before, path])),
    errorOf: (path: string): string | undefined =>
      tried || touched.has(path) ? (all[path] ?? undefined) : refused[path],
    /** The terms to be sent; undefined while something is wrong. */
    terms: () => sentTerms(draft),
    sent(): void {
      setTried(true)
      setChanged(new Set())
    },
  }
}
export type SchemeForm = ReturnType<typeof useSchemeForm>
