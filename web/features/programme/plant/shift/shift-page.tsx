import { Button } from '@mantine/core'
import { IconScan, IconToggleRight } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { ShiftReport } from '../../../../../contract/programme/plant.ts'
import { formatNumber, formatTime } from '../../../../lib/format.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { useSearchQuery } from '../../../../lib/use-search-query.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useWords } from '../language.ts'
import { PlantSkeleton } from '../plant-skeleton.tsx'
import { PlantFailure } from '../plant-failure.tsx'
import { PlantFrame } from '../plant-frame.tsx'
import { dayIn, formatRun } from '../plant-format.ts'
import { shiftOptions } from '../plant-queries.ts'
import { PLANT_WORDS } from '../plant-words.ts'
import { RECONCILIATION_WORDS } from '../reconciliation/reconciliation-words.ts'
import { HourBars } from './hour-bars.tsx'
import { ShiftChooser } from './shift-selector.tsx'
import { OtherLots, ShiftLots } from './shift-lots.tsx'
import { shiftSearch } from './shift-search.ts'
import { SHIFT_WORDS } from './shift-words.ts'
import classes from './shift.module.css'

const MINUTE_MS = 60_000

export const preloadShift = (queries: QueryClient, search: Record<string, unknown>): unknown =>
  queries.prefetchQuery(shiftOptions(shiftSearch.safeParse(search).data ?? {}))

/** My shift and the plant's: what was activated and deactivated, by hour and by lot; gaps are explained. */
export function ShiftPage(): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const { query, change } = useSearchQuery(shiftSearch)
  const shift = useQuery(shiftOptions(query))
  const report = shift.data
  const selected = query.day !== undefined || query.shift !== undefined
  return (
    <PlantFrame
      title={words.title}
      about={report ? words.about(report.plantName) : words.aboutLoading}
    >
      {report && (
        <div className={classes.page} aria-busy={shift.isPlaceholderData}>
          <ShiftChooser
            report={shift.isPlaceholderData ? { ...report, ...query } : report}
            selected={selected}
            onChoose={change}
          />
          {shift.isError && (
            <PlantFailure error={shift.error} onAgain={() => void shift.refetch()} />
          )}
          <Report key={`${report.day} ${report.shift}`} report={report} />
        </div>
      )}
      {!report && shift.isError && (
        <PlantFailure error={shift.error} onAgain={() => void shift.refetch()} />
      )}
      {!report && !shift.isError && <PlantSkeleton cards={3} height={150} />}
    </PlantFrame>
  )
}

function Report({ report }: { report: ShiftReport }): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const { plant, hours, lots, acts, running } = report
  const nothing = plant.activated === 0 && plant.deactivated === 0
  return (
    <>
      <When report={report} />
      {nothing ? <Nothing report={report} /> : <FiguresOfShift report={report} />}
      {!nothing && <HourBars hours={hours} />}
      <ShiftLots lots={lots} />
      <OtherLots worked={lots} />
      {!nothing && <Acts acts={acts} />}
      {running && <p className={classes.quiet}>{words.refreshes}</p>}
    </>
  )
}

function When({ report }: { report: ShiftReport }): ReactElement {
  const language = useLanguage()
  const words = useWords(SHIFT_WORDS)
  const { day, from, to, running, plant } = report
  const begun = new Date(from).getTime() <= useNow(MINUTE_MS)
  return (
    <p className={classes.when}>
      <b>{words.when(dayIn(language, day), formatTime(from), formatTime(to))}</b>
      <Tag tone={running ? 'green' : 'gray'}>
        {running ? words.running : begun ? words.over : words.ahead}
      </Tag>
      {plant.workers > 0 && <span>{words.workers(plant.workers)}</span>}
    </p>
  )
}

function FiguresOfShift({ report }: { report: ShiftReport }): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const { mine, plant } = report
  return (
    <dl className={classes.figures} aria-label={words.figures}>
      {(['activated', 'deactivated'] as const).map((what) => (
        <div key={what} data-what={what}>
          <dt>{words[what]}</dt>
          <dd>
            <strong>{formatNumber(mine[what])}</strong> <span>{words.byMe}</span>
          </dd>
          <dd>{words.plantTotal(plant[what])}</dd>
        </div>
      ))}
    </dl>
  )
}

const NEXT = [
  ['/plant-representatives/qr-scanning', 'toScanning', IconScan],
  ['/plant-representatives/activate-deactivate', 'toActivation', IconToggleRight],
] as const

/** What to do where nothing was done yet. */
function Nothing({ report }: { report: ShiftReport }): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const navigate = useNavigate()
  const begun = new Date(report.from).getTime() <= useNow(MINUTE_MS)
  if (!report.running)
    return <p className={classes.empty}>{begun ? words.nothingThen : words.nothingAhead}</p>
  return (
    <div className={classes.empty}>
      <p>
        <b>{words.nothingNow}</b> {words.nothingNowNext}
      </p>
      {NEXT.map(([to, label, Picture]) => (
        <Button
          key={to}
          size="xl"
          fullWidth
          variant={label === 'toScanning' ? 'filled' : 'default'}
          leftSection={<Picture size={24} aria-hidden />}
          onClick={() => void navigate({ to })}
        >
          {words[label]}
        </Button>
      ))}
    </div>
  )
}

/** My last acts, the last first; at the foot of the page, so that a new one moves nothing. */
function Acts({ acts }: Pick<ShiftReport, 'acts'>): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const { serial } = useWords(RECONCILIATION_WORDS)
  const common = useWords(PLANT_WORDS)
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">{words.acts}</h2>
      {acts.length === 0 && <p className={classes.quiet}>{words.nothingMine}</p>}
      <ol className={classes.acts}>
        {acts.map(({ at, action, batchId, fromSerial, toSerial, changed, reason }) => (
          <li key={`${at} ${batchId} ${fromSerial} ${action}`}>
            <time dateTime={at}>{formatTime(at)}</time>
            <span>
              <b>{words.act[action](changed)}</b>
              {` · ${common.lotLabel} ${batchId} · ${serial(formatRun(fromSerial, toSerial))}`}
              {reason && ` · ${reason}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
