import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  findMeltag,
  type MeltagAnswer,
  type MeltagMatch,
} from '../../../../contract/programme/meltag.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { FinderFailure } from '../finder/finder-failure.tsx'
import { FinderForm } from '../finder/finder-form.tsx'
import { finderSearch } from '../finder/finder-search.ts'
import { HowToAsk } from '../finder/how-to-ask.tsx'
import { Comparison } from './comparison.tsx'
import classes from './meltag.module.css'
import { meltagFound } from './meltag-queries.ts'
import { VendorNote } from './vendor-note.tsx'
import '@mantine/core/styles/Skeleton.layer.css'

const NOT_FOUND = {
  title: 'Not in either database',
  advice:
    'Compare what was typed with the pack and its tag. What is right and not found may be counterfeit or another maker’s.',
}

/** Meltag DB: one field for a tag, a code or a serial; then what the vendor says beside what we say. */
export function MeltagPage(): ReactElement {
  const { query, change } = useSearchQuery(finderSearch)
  const asked = query.q ?? ''
  const found = useQuery(meltagFound(asked))
  const malformed = found.error instanceof ApiError ? found.error.fields.q : undefined
  const again = (): void => void found.refetch()
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>Meltag DB</Title>
        <p>The tag vendor’s database beside our own, and where the two disagree.</p>
      </header>
      <FinderForm
        key={asked}
        label="Tag, code, or batch and serial"
        schema={findMeltag.query}
        asked={asked}
        problem={malformed}
        searching={found.isFetching}
        onFind={(q) => (q === asked ? again() : change({ q }))}
      />
      <div aria-live="polite">
        {found.isLoading && <Loading />}
        {found.data && !found.isError && (
          <Found answer={found.data} asking={found.isFetching} onAgain={again} />
        )}
        {found.isError && !malformed && (
          <FinderFailure
            failure={found.error}
            none={NOT_FOUND}
            title="The search could not be made"
            onAgain={again}
          />
        )}
        {(asked === '' || malformed) && (
          <HowToAsk
            also={
              <li>
                the vendor’s tag: <code>MT-0000100042</code>
              </li>
            }
          />
        )}
      </div>
    </div>
  )
}

type FoundProps = { answer: MeltagAnswer; asking: boolean; onAgain: () => void }

function Found({ answer, asking, onAgain }: FoundProps): ReactElement {
  const { vendor, matches } = answer
  if (matches.length === 0)
    return (
      <section className={classes.card} aria-label="The vendor did not answer">
        <p className={classes.agree}>
          We have nothing under this ourselves, and the vendor could not be asked. Tags are known to
          the vendor only.
        </p>
        <VendorNote vendor={vendor} asking={asking} onAgain={onAgain} />
      </section>
    )
  return (
    <div className={classes.results}>
      {matches.map((match, index) => (
        <section
          key={`${match.ours?.couponKey} ${match.theirs?.tag}`}
          className={classes.card}
          aria-labelledby={`match-${index}`}
        >
          <Title order={2} id={`match-${index}`}>
            <Name match={match} />
          </Title>
          <Comparison match={match} vendor={vendor} linked asking={asking} onAgain={onAgain} />
        </section>
      ))}
    </div>
  )
}

function Name({ match: { ours, theirs } }: { match: MeltagMatch }): ReactElement {
  const tag = theirs && <span className={classes.whole}>{theirs.tag}</span>
  if (!ours) return <>Tag {tag}</>
  const coupon = `Batch ${ours.batchId}, serial ${formatNumber(ours.serial)}`
  return tag ? (
    <>
      {coupon}, tag {tag}
    </>
  ) : (
    <>{coupon}</>
  )
}

function Loading(): ReactElement {
  return (
    <div className={classes.card} role="status" aria-label="Asking both databases">
      <Skeleton height={28} width="40%" />
      <Skeleton height={22} width="70%" />
      <div className={classes.sides}>
        <Skeleton height={320} />
        <Skeleton height={320} />
      </div>
    </div>
  )
}
