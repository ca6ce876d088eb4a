import { Button } from '@mantine/core'
import { IconClockX, IconBan, IconPackage, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { COUPON_MACHINE, type CouponStatus } from '../../../../../contract/programme/coupons.ts'
import type { PlantFound } from '../../../../../contract/programme/plant.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useWords } from '../language.ts'
import { dayIn, formatRun } from '../plant-format.ts'
import { OutcomeBox, type OutcomeTone } from '../outcome-box.tsx'
import { PLANT_WORDS } from '../plant-words.ts'
import { STATE_ICONS, StateIcon } from '../state-icon.tsx'
import { FoundHistory } from './found-history.tsx'
import classes from './tracker.module.css'
import { TRACKER_WORDS } from './tracker-words.ts'

const ACTIVATION = '/plant-representatives/activate-deactivate'

/** A pack or carton of mine: where it stands in large letters, what it is, what was done with it. */
export function FoundCard({ found }: { found: PlantFound }): ReactElement {
  const words = useWords(TRACKER_WORDS)
  return (
    <article className={classes.found}>
      <StatusLine found={found} />
      <FoundFacts found={found} />
      {found.counts && <CartonCounts counts={found.counts} />}
      <NextAct found={found} />
      <section aria-labelledby="history">
        <h2 id="history">{words.history}</h2>
        <FoundHistory history={found.history} />
      </section>
    </article>
  )
}

const TONES: Record<CouponStatus, OutcomeTone> = {
  printed: 'gray',
  active: 'green',
  deactivated: 'yellow',
  scanned: 'blue',
  blocked: 'red',
}

type OutcomeStyle = { title: string; meaning: string; tone: OutcomeTone; Picture: Icon }

function useOutcome({ status, expired, batchStatus, carton }: PlantFound): OutcomeStyle {
  const common = useWords(PLANT_WORDS)
  const words = useWords(TRACKER_WORDS)
  // A scanned one stays scanned, whatever becomes of its lot.
  if (status === 'scanned' || (status && !expired && batchStatus !== 'blocked'))
    return {
      title: common.states[status],
      meaning: words.meaning[status],
      tone: TONES[status],
      Picture: STATE_ICONS[status],
    }
  if (batchStatus === 'blocked')
    return {
      title: common.batchBlocked,
      meaning: words.blockedMeaning,
      tone: 'red',
      Picture: IconBan,
    }
  if (expired)
    return {
      title: common.expired,
      meaning: words.expiredMeaning,
      tone: 'yellow',
      Picture: IconClockX,
    }
  return {
    title: `${common.carton} ${formatNumber(carton ?? 0)}`,
    meaning: '',
    tone: 'blue',
    Picture: IconPackage,
  }
}

function StatusLine({ found }: { found: PlantFound }): ReactElement {
  const { title, meaning, tone, Picture } = useOutcome(found)
  return (
    <OutcomeBox tone={tone} Picture={Picture}>
      <h2>{title}</h2>
      {meaning && <p>{meaning}</p>}
    </OutcomeBox>
  )
}

function FoundFacts({ found }: { found: PlantFound }): ReactElement {
  const language = useLanguage()
  const common = useWords(PLANT_WORDS)
  const words = useWords(TRACKER_WORDS)
  const { batchId, letters, productName, expiresOn, fromSerial, toSerial, carton, status } = found
  const isPack = found.found === 'pack'
  // Large above stands why nobody can scan it, not its own state.
  const hidden = status !== 'scanned' && (found.expired || found.batchStatus === 'blocked')
  return (
    <div className={classes.facts}>
      <Facts
        facts={[
          [common.lotLabel, batchId === null ? null : `${letters ?? ''} · ${batchId}`],
          [common.product, productName],
          [
            isPack ? common.serial : words.serials,
            fromSerial === null ? null : formatRun(fromSerial, toSerial ?? fromSerial),
          ],
          [common.carton, carton === null ? null : formatNumber(carton)],
          [common.expires, expiresOn === null ? null : dayIn(language, expiresOn)],
          [words.pack, hidden && status ? common.states[status] : null],
        ]}
      />
    </div>
  )
}

function CartonCounts({ counts }: { counts: NonNullable<PlantFound['counts']> }): ReactElement {
  const common = useWords(PLANT_WORDS)
  const words = useWords(TRACKER_WORDS)
  const states = (Object.keys(common.states) as CouponStatus[]).filter((state) => counts[state] > 0)
  return (
    <section aria-labelledby="counts">
      <h2 id="counts">{words.counts}</h2>
      <ul className={classes.counts}>
        {states.map((state) => (
          <li key={state}>
            <StateIcon status={state} size={20} />
            <span>{common.states[state]}</span>
            <b>{formatNumber(counts[state])}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The way to the page where it can be activated or deactivated, if it can. */
function NextAct({ found }: { found: PlantFound }): ReactElement | null {
  const words = useWords(TRACKER_WORDS)
  const navigate = useNavigate()
  const { status, expired, batchStatus, batchId, fromSerial } = found
  const act = (['activate', 'deactivate'] as const).find(
    (action) => status && COUPON_MACHINE[action].from.includes(status),
  )
  if (!act || expired || batchStatus === 'blocked' || batchId === null || fromSerial === null)
    return null
  const search = { lot: batchId, from: fromSerial, to: fromSerial, act }
  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      onClick={() => void navigate({ to: ACTIVATION, search: () => search })}
    >
      {words.act[act]}
    </Button>
  )
}
