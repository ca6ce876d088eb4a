import { Skeleton, Title } from '@mantine/core'
import { IconCoins, IconPackage, IconScan, IconTransfer } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { CouponStory } from '../../../../contract/programme/coupons.ts'
import { stateName } from '../../../../contract/india.ts'
import { formatAmount, formatDay, formatMoment, formatNumber } from '../../../lib/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Timeline } from '../../../ui/timeline.tsx'
import { OpenDispute, useMayDispute } from './open-dispute.tsx'
import { BatchLink } from '../batches/batch-link.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { CouponStatusTags } from '../finder/coupon-status.tsx'
import classes from '../finder/finder.module.css'
import '@mantine/core/styles/Skeleton.layer.css'

const ICONS = {
  batch: <IconPackage size={15} stroke={1.8} />,
  change: <IconTransfer size={15} stroke={1.8} />,
  scan: <IconScan size={15} stroke={1.8} />,
  points: <IconCoins size={15} stroke={1.8} />,
}

/** A found coupon: what it is and where it stands, what may be done, and all that happened to it. */
export function CouponFound({ story, asked }: { story: CouponStory; asked: string }): ReactElement {
  const { batchId, letters, serial } = story
  const mayOpen = useMayDispute()
  return (
    <div className={classes.found}>
      <section className={classes.card} aria-labelledby="coupon">
        <div className={classes.name}>
          <Title order={2} id="coupon">
            Batch {batchId}, serial {formatNumber(serial)}
          </Title>
          <CouponStatusTags {...story} />
        </div>
        <Facts
          facts={[
            ['Product', story.productName],
            ['Points', formatNumber(story.points)],
            ['Expires on', formatDay(story.expiresOn)],
            ['Plant', story.plantName],
            ['Batch', <BatchLink key="batch" batchId={batchId} letters={letters} />],
          ]}
        />
        <Scanned story={story} />
        <CouponActions story={story} asked={asked} />
      </section>
      <section className={classes.card} aria-labelledby="story">
        <Title order={2} id="story">
          Story
        </Title>
        <div className={classes.story}>
          <Timeline
            label="Story of the coupon, oldest first"
            entries={story.timeline.map((entry, index) => ({
              ...entry,
              key: `${entry.at} ${index}`,
              icon: ICONS[entry.kind],
              action: entry.claim && mayOpen && isOthers(story, entry.claim) && (
                <OpenDispute claim={entry.claim} by={entry.by ?? ''} />
              ),
            }))}
          />
        </div>
      </section>
    </div>
  )
}

/** Whether somebody else has it now: only from them can it be claimed. */
function isOthers({ scannedBy }: CouponStory, claim: { memberId: number }): boolean {
  return scannedBy !== null && scannedBy.memberId !== claim.memberId
}

function Scanned({ story }: { story: CouponStory }): ReactElement | null {
  const { scannedBy, scannedAt, scannedPoints } = story
  if (!scannedBy || !scannedAt) return null
  return (
    <>
      <Title order={3}>Scanned by</Title>
      <Facts
        facts={[
          ['Member', scannedBy.name],
          ['Code', scannedBy.code],
          ['Mobile', scannedBy.mobile],
          ['State', stateName(scannedBy.state)],
          ['When', formatMoment(scannedAt)],
          ['For', formatAmount(scannedPoints ?? 0, 'point')],
        ]}
      />
    </>
  )
}

/** The shape of a found coupon, while it is looked up. */
export function CouponLoading(): ReactElement {
  return (
    <div className={classes.found} role="status" aria-label="Looking the coupon up">
      <div className={classes.card}>
        <Skeleton height={28} width="70%" mb={20} />
        <Skeleton height={40} mb={14} />
        <Skeleton height={40} width="80%" />
      </div>
      <div className={classes.card}>
        <Skeleton height={24} width={80} mb={20} />
        {[60, 45, 70, 55].map((width) => (
          <Skeleton key={width} height={34} width={`${width}%`} mb={18} />
        ))}
      </div>
    </div>
  )
}
