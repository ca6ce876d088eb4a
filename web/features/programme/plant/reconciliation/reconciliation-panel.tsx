import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Reconciliation } from '../../../../../contract/programme/plant.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { formatRun } from '../plant-format.ts'
import parts from '../plant-parts.module.css'
import type { Figure, ReconciliationWords } from './reconciliation-words.ts'
import classes from './reconciliation.module.css'

type SerialRun = Reconciliation['runs'][number]
type PanelProps = {
  data: Reconciliation
  words: ReconciliationWords
  /** Explains a run; left out where it is only read. */
  onExplain?: ((run: SerialRun) => void) | undefined
}

const ALERT = { title: parts.words, message: parts.words }
const FIGURES: readonly Figure[] = [
  'active',
  'scanned',
  'deactivated',
  'blocked',
  'explained',
  'unexplained',
  'waiting',
]

const figuresOf = ({
  counts,
  waiting,
  explained,
  unexplained,
}: Reconciliation): Record<Figure, number> => ({
  active: counts.active,
  scanned: counts.scanned,
  deactivated: counts.deactivated,
  blocked: counts.blocked,
  waiting,
  explained,
  unexplained,
})

/**
 * Where every coupon of a lot is: printed, less what is in each state, less what waits or was
 * explained, leaves what nobody can explain. Takes its words, as workers and staff both read it.
 */
export function ReconciliationPanel(props: PanelProps): ReactElement {
  const { data, words } = props
  const holes = data.runs.filter(({ status }) => status === 'hole')
  const others = data.runs.filter(({ status }) => status !== 'hole')
  return (
    <div className={classes.panel}>
      <Verdict {...props} />
      <Figures {...props} />
      {holes.length > 0 && (
        <section aria-label={words.holes}>
          <p className={classes.head}>{words.holes}</p>
          <Runs {...props} runs={holes} />
        </section>
      )}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{words.others(others.length)}</summary>
          <Runs {...props} runs={others} />
        </details>
      )}
      {data.moreRuns > 0 && <p className={classes.small}>{words.more(data.moreRuns)}</p>}
      <p className={classes.small}>{words.asOf(words.moment(data.asOf))}</p>
    </div>
  )
}

function Verdict({ data, words }: PanelProps): ReactElement {
  const sum = Object.values(figuresOf(data)).reduce((total, count) => total + count, 0)
  const difference = Math.abs(data.quantity - sum)
  if (difference > 0)
    return (
      <Alert classNames={ALERT} color="red" icon={<IconAlertTriangle size={20} />}>
        {words.differ(difference)}
      </Alert>
    )
  if (data.unexplained === 0)
    return (
      <p className={classes.accounted}>
        <IconCircleCheck size={20} stroke={1.8} aria-hidden />
        {words.accounted}
      </p>
    )
  return (
    <Alert
      classNames={ALERT}
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={words.unexplained(data.unexplained)}
    >
      {words.unexplainedNext}
    </Alert>
  )
}

function Figures({ data, words }: PanelProps): ReactElement {
  const figures = figuresOf(data)
  return (
    <div>
      <div className={parts.bar} aria-hidden>
        {FIGURES.filter((figure) => figure !== 'waiting' && figures[figure] > 0).map((figure) => (
          <span
            key={figure}
            data-state={figure}
            style={{ width: `${(figures[figure] / data.quantity) * 100}%` }}
          />
        ))}
      </div>
      <dl className={classes.figures} aria-label={words.bar}>
        <div data-total>
          <dt>{words.total}</dt>
          <dd>{formatNumber(data.quantity)}</dd>
        </div>
        {FIGURES.map((figure) => (
          <div
            key={figure}
            data-flag={(figure === 'unexplained' && figures[figure] > 0) || undefined}
          >
            <dt>
              <span className={parts.dot} data-state={figure} aria-hidden />
              {words.figures[figure]}
            </dt>
            <dd>{formatNumber(figures[figure])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Runs({
  runs,
  words,
  onExplain,
}: PanelProps & { runs: readonly SerialRun[] }): ReactElement {
  return (
    <ul className={classes.runs}>
      {runs.map((run) => (
        <RunLine
          key={`${run.fromSerial} ${run.status}`}
          run={run}
          words={words}
          onExplain={onExplain}
        />
      ))}
    </ul>
  )
}

const EXPLAINABLE: readonly SerialRun['status'][] = ['hole', 'explained']

function RunLine({
  run,
  words,
  onExplain,
}: {
  run: SerialRun
  words: ReconciliationWords
  onExplain: PanelProps['onExplain']
}): ReactElement {
  const { fromSerial, toSerial, count, status, kind, why, by, at } = run
  const serials = formatRun(fromSerial, toSerial)
  const reason = [kind ? words.kinds[kind] : words.runStatus[status], why].filter(Boolean)
  const act = status === 'hole' ? words.explain : words.explainAgain
  const who = [by, at && words.moment(at)].filter(Boolean)
  return (
    <li className={classes.run} data-status={status}>
      <div>
        <b>{words.serial(serials)}</b>
        <span>{words.coupons(count)}</span>
        <p>{reason.join(': ')}</p>
        {who.length > 0 && <p className={classes.small}>{who.join(' · ')}</p>}
      </div>
      {onExplain && EXPLAINABLE.includes(status) && (
        <Button
          variant={status === 'hole' ? 'filled' : 'default'}
          size="md"
          mih={44}
          aria-label={`${act}: ${words.serial(serials)}`}
          onClick={() => onExplain(run)}
        >
          {act}
        </Button>
      )}
    </li>
  )
}
