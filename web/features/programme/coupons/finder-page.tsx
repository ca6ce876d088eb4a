import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { findCoupon } from '../../../../contract/programme/coupons.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { CouponPanel } from '../meltag/coupon-panel.tsx'
import { CouponFound, CouponLoading } from './coupon-found.tsx'
import { couponStory } from './coupon-queries.ts'
import { FinderFailure } from '../finder/finder-failure.tsx'
import { FinderForm } from '../finder/finder-form.tsx'
import { finderSearch } from '../finder/finder-search.ts'
import classes from '../finder/finder.module.css'
import { HowToAsk } from '../finder/how-to-ask.tsx'

const NOT_FOUND = {
  title: 'No coupon found',
  advice:
    'Compare what was typed with the pack. A code that is right and not found may be counterfeit or another maker’s.',
}

/** Almond DB: one field for a code, the address of a QR or batch and serial; then the coupon's story. */
export function FinderPage(): ReactElement {
  const { query, change } = useSearchQuery(finderSearch)
  const asked = query.q ?? ''
  const found = useQuery(couponStory(asked))
  const malformed = found.error instanceof ApiError ? found.error.fields.q : undefined
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>Coupon Finder</Title>
        <p>Almond DB: one coupon with its whole story.</p>
      </header>
      <FinderForm
        key={asked}
        label="Code, QR address, or batch and serial"
        schema={findCoupon.query}
        asked={asked}
        problem={malformed}
        searching={found.isFetching}
        onFind={(q) => (q === asked ? void found.refetch() : change({ q }))}
      />
      <div aria-live="polite">
        {found.isLoading && <CouponLoading />}
        {found.data && !found.isError && <CouponFound story={found.data} asked={asked} />}
        {found.isError && !malformed && (
          <FinderFailure
            failure={found.error}
            none={NOT_FOUND}
            title="The coupon could not be looked up"
            onAgain={() => void found.refetch()}
          />
        )}
        {(asked === '' || malformed) && <HowToAsk />}
      </div>
      {found.data && !found.isError && <CouponPanel coupon={found.data} />}
    </div>
  )
}
