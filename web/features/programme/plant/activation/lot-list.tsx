import { Button, TextInput } from '@mantine/core'
import { IconChevronRight, IconQrcode, IconSearch } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { z } from 'zod'
import type { plantBatches } from '../../../../../contract/programme/coupons.ts'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useWords } from '../language.ts'
import { dayIn } from '../plant-format.ts'
import { PLANT_WORDS } from '../plant-words.ts'
import { usedFirst } from './activation-form.ts'
import { ACTIVATION_WORDS } from './activation-words.ts'
import classes from './activation.module.css'

export type Lot = z.output<typeof plantBatches.response>['items'][number]

const SHOWN = 8
/** From so many lots on, one of them is looked for by typing. */
const FIELD_FROM = 6

const fits = ({ batchId, letters, productName }: Lot, typed: string): boolean =>
  `${letters} ${batchId} ${productName}`.toLowerCase().includes(typed.trim().toLowerCase())

/** The lots of my plant as large cards, those used on this phone first. */
export function LotList({
  lots,
  used,
  onChoose,
  onCode,
}: {
  lots: readonly Lot[]
  used: readonly number[]
  onChoose: (lot: Lot) => void
  onCode: () => void
}): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const fitting = usedFirst(lots, used).filter((lot) => fits(lot, typed))
  const shown = all ? fitting : fitting.slice(0, SHOWN)
  return (
    <section className={classes.lots} aria-labelledby="lots">
      <h2 id="lots">{words.chooseLot}</h2>
      {lots.length >= FIELD_FROM && (
        <TextInput
          aria-label={words.findLot}
          placeholder={words.findLot}
          size="lg"
          leftSection={<IconSearch size={20} aria-hidden />}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {lots.length === 0 && (
        <p className={classes.empty}>
          <b>{words.noLots}</b> {words.noLotsNext}
        </p>
      )}
      <div role="status">{lots.length > 0 && fitting.length === 0 && <p>{words.noSuchLot}</p>}</div>
      <ul className={classes.cards}>
        {shown.map((lot) => (
          <li key={lot.batchId}>
            <LotButton lot={lot} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {fitting.length > shown.length && (
        <Button variant="default" size="lg" onClick={() => setAll(true)}>
          {words.moreLots(fitting.length - shown.length)}
        </Button>
      )}
      <Button
        variant="default"
        size="lg"
        leftSection={<IconQrcode size={22} aria-hidden />}
        onClick={onCode}
      >
        {words.byCode}
      </Button>
    </section>
  )
}

function LotButton({ lot, onChoose }: { lot: Lot; onChoose: (lot: Lot) => void }): ReactElement {
  return (
    <button type="button" className={classes.card} onClick={() => onChoose(lot)}>
      <LotFacts lot={lot} />
      <IconChevronRight size={22} aria-hidden />
    </button>
  )
}

/** What a lot is, in three short lines. */
export function LotFacts({ lot }: { lot: Lot }): ReactElement {
  const language = useLanguage()
  const common = useWords(PLANT_WORDS)
  const words = useWords(ACTIVATION_WORDS)
  const { batchId, letters, productName, printed, expiresOn } = lot
  return (
    <span className={classes.lot}>
      <b>{common.lot(batchId, letters)}</b>
      <span className={classes.productName}>{productName}</span>
      <span className={classes.lotFoot}>
        <span className={classes.waits} data-none={printed === 0 || undefined}>
          {printed > 0 ? words.waits(printed) : words.noneWaits}
        </span>
        <span>{`${common.expires} ${dayIn(language, expiresOn)}`}</span>
      </span>
    </span>
  )
}
