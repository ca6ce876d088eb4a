import { Button, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import { z } from 'zod'
import type { PlantFound } from '../../../../../contract/programme/plant.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { useSearchQuery } from '../../../../lib/use-search-query.ts'
import { useSending } from '../../../../ui/use-sending.ts'
import { CodeField } from '../code-field.tsx'
import { useWords } from '../language.ts'
import { PlantSkeleton } from '../plant-skeleton.tsx'
import { PlantFailure } from '../plant-failure.tsx'
import { PlantFrame } from '../plant-frame.tsx'
import { formatRun } from '../plant-format.ts'
import { foundOptions } from '../plant-queries.ts'
import { PLANT_WORDS } from '../plant-words.ts'
import { FoundCard } from './found-card.tsx'
import classes from './tracker.module.css'
import { TRACKER_WORDS } from './tracker-words.ts'
import { keyOf, recentOf, useRecent, type Recent } from './use-recent.ts'

/** The place of what is shown, "1042/17": never a code, which could be scanned from the address. */
const trackerSearch = z.object({ q: z.string().trim().max(60).optional() })
const LONGEST = 300

type Problem = 'empty' | 'tooLong' | 'otherPlant' | 'unknown' | 'malformed'
const UNFOUND: Record<PlantFound['found'], Problem | null> = {
  pack: null,
  carton: null,
  other_plant: 'otherPlant',
  unknown: 'unknown',
  malformed: 'malformed',
}

/** One field for a code, a serial or a carton; then where it stands and what was done with it. */
export function TrackerPage(): ReactElement {
  const words = useWords(TRACKER_WORDS)
  const { query, change } = useSearchQuery(trackerSearch)
  const place = query.q ?? ''
  const shown = useQuery(foundOptions(place))
  const recent = useRecent()
  const client = useQueryClient()
  const find = useFind((found, kept) => {
    client.setQueryData(foundOptions(keyOf(kept)).queryKey, found)
    recent.add(kept)
    change({ q: keyOf(kept) })
  })
  const missing = shown.data ? UNFOUND[shown.data.found] : null
  return (
    <PlantFrame title={words.title} about={words.about}>
      <TrackerForm find={find} />
      <div aria-live="polite" aria-busy={find.busy} className={classes.answer}>
        {find.error !== null && (
          <PlantFailure error={find.error} title={words.failed} onAgain={find.again} />
        )}
        {find.busy && <VisuallyHidden>{words.finding}</VisuallyHidden>}
        {shown.isLoading && <PlantSkeleton cards={2} height={110} />}
        {shown.isError && (
          <PlantFailure
            error={shown.error}
            title={words.failed}
            onAgain={() => void shown.refetch()}
          />
        )}
        {missing && <p className={classes.missing}>{words[missing]}</p>}
        {shown.data && !missing && <FoundCard key={place} found={shown.data} />}
      </div>
      <RecentList list={recent.list} shown={place} onClear={recent.clear} />
    </PlantFrame>
  )
}

/** Looks up what was typed or read; `onFound` hears of what is mine, the rest is told at the field. */
function useFind(onFound: (found: PlantFound, kept: Recent) => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [asked, setAsked] = useState('')
  const { busy, error, send } = useSending(async (typed: string) => {
    const text = typed.trim()
    setAsked(text)
    setProblem(text === '' ? 'empty' : text.length > LONGEST ? 'tooLong' : null)
    if (text === '' || text.length > LONGEST) return
    try {
      const found = await client.fetchQuery({ ...foundOptions(text), staleTime: 0 })
      const kept = recentOf(found)
      if (kept) return onFound(found, kept)
      setProblem(UNFOUND[found.found] ?? 'unknown')
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.fields.q === undefined) throw failure
      setProblem('malformed')
    }
  })
  return {
    busy,
    error,
    problem,
    find: (typed: string): void => void send(typed),
    again: (): void => void send(asked),
    forgive: (): void => setProblem(null),
  }
}

function TrackerForm({ find }: { find: ReturnType<typeof useFind> }): ReactElement {
  const words = useWords(TRACKER_WORDS)
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    find.find(text)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate role="search">
      <CodeField
        label={words.field}
        description={words.hint}
        value={text}
        error={find.problem ? words[find.problem] : undefined}
        onChange={(typed) => {
          setText(typed)
          find.forgive()
        }}
        onRead={find.find}
      />
      <Button
        type="submit"
        size="xl"
        fullWidth
        loading={find.busy}
        leftSection={<IconSearch size={22} aria-hidden />}
      >
        {words.find}
      </Button>
    </form>
  )
}

function RecentList({
  list,
  shown,
  onClear,
}: {
  list: readonly Recent[]
  shown: string
  onClear: () => void
}): ReactElement {
  const words = useWords(TRACKER_WORDS)
  const common = useWords(PLANT_WORDS)
  const { change } = useSearchQuery(trackerSearch)
  return (
    <section className={classes.recent} aria-labelledby="recent">
      <h2 id="recent">{words.recent}</h2>
      {list.length === 0 && <p>{words.noRecent}</p>}
      <ul>
        {list.map((one) => (
          <li key={keyOf(one)}>
            <button
              type="button"
              aria-current={keyOf(one) === shown ? 'true' : undefined}
              onClick={() => change({ q: keyOf(one) })}
            >
              <b>
                {one.carton === null
                  ? words.serialRun(formatRun(one.fromSerial, one.toSerial))
                  : `${common.carton} ${formatRun(one.carton, one.carton)}`}
              </b>
              <span>{`${common.lot(one.batchId, one.letters)} · ${one.productName}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.length > 0 && (
        <Button variant="subtle" size="md" mih={44} onClick={onClear}>
          {words.forget}
        </Button>
      )}
    </section>
  )
}
