import { Button, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { CouponStory } from '../../../../contract/programme/coupons.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Comparison } from './comparison.tsx'
import classes from './meltag.module.css'
import { meltagOfCoupon } from './meltag-queries.ts'
import '@mantine/core/styles/Skeleton.layer.css'

/** Public to the coupon finder: what the tag vendor says of a coupon, asked for beside its story. */
export function CouponPanel({
  coupon: { couponKey, status, batchId, serial },
}: {
  coupon: Pick<CouponStory, 'couponKey' | 'status' | 'batchId' | 'serial'>
}): ReactElement {
  const told = useQuery(meltagOfCoupon(couponKey, status))
  const again = (): void => void told.refetch()
  return (
    <section className={classes.card} aria-labelledby="meltag">
      <div className={classes.name}>
        <Title order={2} id="meltag">
          Meltag DB
        </Title>
        <PageLink to="/dashboard/meltag-DB" search={{ q: `${batchId}/${serial}` }}>
          Open in Meltag DB
        </PageLink>
      </div>
      {told.isPending && (
        <div role="status" aria-label="Asking the tag vendor">
          <Skeleton height={24} width="50%" mb={16} />
          <Skeleton height={160} />
        </div>
      )}
      {told.isError && (
        <>
          <FailureAlert error={told.error} title="The vendor could not be asked" />
          <Button variant="default" size="xs" onClick={again} style={{ justifySelf: 'start' }}>
            Try again
          </Button>
        </>
      )}
      {told.data?.matches.map((match) => (
        <Comparison
          key={match.theirs?.tag ?? ''}
          match={match}
          vendor={told.data.vendor}
          linked={false}
          asking={told.isFetching}
          onAgain={again}
        />
      ))}
    </section>
  )
}
