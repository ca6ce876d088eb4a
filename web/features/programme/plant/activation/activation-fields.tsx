import { Button, TextInput } from '@mantine/core'
import { IconList, IconPackage, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { BigChoice, type BigOption } from '../big-choice.tsx'
import { CodeField } from '../code-field.tsx'
import { useWords } from '../language.ts'
import { formatRun } from '../plant-format.ts'
import { reconciliationOptions } from '../plant-queries.ts'
import {
  cartonsOf,
  MOST,
  waitingRun,
  type Field,
  type Problems,
  type Typed,
  type Way,
} from './activation-form.ts'
import { ACTIVATION_WORDS } from './activation-words.ts'
import classes from './activation.module.css'
import type { Lot } from './lot-list.tsx'

export type FieldsProps = {
  lot: Lot | null
  typed: Typed
  problems: Problems
  onType: (changes: Partial<Typed>) => void
}

const HOLES_OFFERED = 3
const NO_LOT = { quantity: 0, cartonSize: null }

/** What a field says is wrong with it, in the words of the language. */
export function useProblemWords({ lot, problems }: Pick<FieldsProps, 'lot' | 'problems'>) {
  const words = useWords(ACTIVATION_WORDS)
  const size = lot ?? NO_LOT
  return (field: Field): string | undefined => {
    const problem = problems[field]
    return problem && words.problems[problem]({ ...size, cartons: cartonsOf(size) })
  }
}

/** Which coupons: the way to name them and the fields of that way. */
export function WhichFields({ way, ...props }: FieldsProps & { way: Way }): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  const { lot, typed, onType } = props
  const ways: BigOption<Way>[] = [
    { value: 'serials', label: words.ways.serials, Picture: IconList },
    ...(lot?.cartonSize != null
      ? [{ value: 'cartons' as const, label: words.ways.cartons, Picture: IconPackage }]
      : []),
    { value: 'code', label: words.ways.code, Picture: IconQrcode },
  ]
  return (
    <>
      {lot && (
        <BigChoice
          legend={words.which}
          options={ways}
          value={way}
          columns={ways.length === 3 ? 3 : 2}
          onChange={(selected) => onType({ way: selected })}
        />
      )}
      {lot && way === 'serials' && <SerialFields {...props} lot={lot} />}
      {lot && way === 'cartons' && <CartonFields {...props} />}
      {way === 'code' && <OneCode {...props} />}
      {lot && way === 'serials' && typed.action === 'activate' && (
        <Shortcuts lot={lot} onType={onType} />
      )}
    </>
  )
}

function NumberField({
  field,
  label,
  description,
  ...props
}: FieldsProps & {
  field: 'from' | 'to' | 'cartonFrom' | 'cartonTo'
  label: string
  description?: string
}): ReactElement {
  const problemOf = useProblemWords(props)
  return (
    <TextInput
      className={classes.number}
      label={label}
      description={description}
      size="xl"
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="next"
      value={props.typed[field]}
      error={problemOf(field)}
      errorProps={{ role: 'alert' }}
      onChange={(event) => props.onType({ [field]: event.currentTarget.value })}
    />
  )
}

function SerialFields(props: FieldsProps & { lot: Lot }): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  return (
    <>
      <div className={classes.pair}>
        <NumberField {...props} field="from" label={words.from} />
        <NumberField {...props} field="to" label={words.to} />
      </div>
      <p className={classes.hint}>{words.size({ ...props.lot, cartons: cartonsOf(props.lot) })}</p>
    </>
  )
}

function CartonFields(props: FieldsProps): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  return (
    <>
      <div className={classes.pair}>
        <NumberField {...props} field="cartonFrom" label={words.cartonFrom} />
        <NumberField {...props} field="cartonTo" label={words.cartonTo} />
      </div>
      <p className={classes.hint}>
        {words.cartonToHint}
        {props.lot && ` · ${words.size({ ...props.lot, cartons: cartonsOf(props.lot) })}`}
      </p>
    </>
  )
}

function OneCode(props: FieldsProps): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  const problemOf = useProblemWords(props)
  return (
    <CodeField
      label={words.code}
      description={words.codeHint}
      value={props.typed.code}
      error={problemOf('code')}
      onChange={(code) => props.onType({ code })}
    />
  )
}

/** Runs that the lot itself knows: all that wait, and what was passed over. */
function Shortcuts({
  lot,
  onType,
}: {
  lot: Lot
  onType: (changes: Partial<Typed>) => void
}): ReactElement | null {
  const words = useWords(ACTIVATION_WORDS)
  const { data } = useQuery(reconciliationOptions(lot.batchId))
  if (!data) return null
  const waiting = waitingRun(data.runs)
  const holes = data.runs.filter(({ status }) => status === 'hole').slice(0, HOLES_OFFERED)
  if (!waiting && holes.length === 0) return null
  const fill = (from: number, to: number): void => onType({ from: String(from), to: String(to) })
  return (
    <div className={classes.shortcuts} role="group" aria-label={words.shortcuts}>
      {waiting && (
        <Button variant="light" size="md" onClick={() => fill(waiting.from, waiting.to)}>
          {words.allWaiting(formatRun(waiting.from, waiting.to))}
        </Button>
      )}
      {holes.map(({ fromSerial, toSerial }) => (
        <Button
          key={fromSerial}
          variant="light"
          color="red"
          size="md"
          onClick={() => fill(fromSerial, toSerial)}
        >
          {words.hole(formatRun(fromSerial, toSerial))}
        </Button>
      ))}
      {data.waiting > MOST && <p className={classes.hint}>{words.waitingMost}</p>}
    </div>
  )
}
