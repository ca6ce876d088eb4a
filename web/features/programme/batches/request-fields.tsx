import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { BATCH_MAX, CARTON_MAX } from '../../../../contract/programme/batches.ts'
import { STATES } from '../../../../contract/india.ts'
import { MissingMaster } from '../../../ui/missing-master.tsx'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { masterChoices } from '../../people/catalogue/master-choices.ts'
import classes from './request-form.module.css'
import type { Field, RequestForm } from './request-form.ts'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'

const STATE_CHOICES = STATES.map(({ id, name }) => ({ value: String(id), label: name }))

const QR_CHOICES = [
  { value: 'url', label: 'Web address, /c/CODE' },
  { value: 'gs1', label: 'GS1 Digital Link, /01/GTIN/21/CODE' },
] as const

/** The fields of a request: labels above, help below, errors at the field once it was left. */
export function RequestFields({ form }: { form: RequestForm }): ReactElement {
  const { data } = useQuery(catalogueOptions())
  const { draft, set } = form
  const common = (field: Field) => ({
    error: form.errorOf(field),
    onBlur: () => form.touch(field),
  })
  const choose = (productId: string | null): void => {
    const product = data?.products.find((one) => String(one.productId) === productId)
    // Without a GTIN there is no GS1 Digital Link to choose.
    const qrForm = product?.gtin === null ? { qrForm: 'url' as const } : {}
    set({ productId, ...(product && { points: product.points }), ...qrForm })
  }
  const gtin = data?.products.find((one) => String(one.productId) === draft.productId)?.gtin
  return (
    <>
      <Select
        className={classes.half}
        label="Plant"
        description={data?.plants.length === 0 && <MissingMaster what="plants" />}
        data-autofocus
        searchable
        data={masterChoices(data?.plants, ({ plantId }) => plantId) ?? []}
        value={draft.plantId}
        onChange={(plantId) => set({ plantId })}
        {...common('plantId')}
      />
      <Select
        className={classes.half}
        label="Product"
        description={data?.products.length === 0 && <MissingMaster what="products" />}
        searchable
        data={masterChoices(data?.products, ({ productId }) => productId) ?? []}
        value={draft.productId}
        onChange={choose}
        {...common('productId')}
      />
      <WholeNumber
        label="Coupons"
        description="At most 10,00,000"
        max={BATCH_MAX}
        value={draft.quantity}
        onChange={(quantity) => set({ quantity })}
        {...common('quantity')}
      />
      <WholeNumber
        label="Points of each coupon"
        description="Those of the product today, unless changed"
        max={100_000}
        value={draft.points}
        onChange={(points) => set({ points })}
        {...common('points')}
      />
      {gtin && (
        <Select
          label="QR code holds"
          description={`The product’s GTIN is ${gtin}`}
          allowDeselect={false}
          data={QR_CHOICES}
          value={draft.qrForm}
          onChange={(qrForm) => qrForm && set({ qrForm })}
          {...common('qrForm')}
        />
      )}
      <TextInput
        className={classes.half}
        label="Expires on"
        description="The last day on which it can be scanned"
        type="date"
        value={draft.expiresOn}
        onChange={(event) => set({ expiresOn: event.currentTarget.value })}
        {...common('expiresOn')}
      />
      <Select
        className={classes.half}
        label="Sent to state (optional)"
        description="Scans elsewhere are flagged"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any state' }}
        placeholder="Any state"
        data={STATE_CHOICES}
        value={draft.sentToState}
        onChange={(sentToState) => set({ sentToState })}
        {...common('sentToState')}
      />
      <WholeNumber
        label="Packs in a carton (optional)"
        description="Each carton then has a code of its own"
        max={CARTON_MAX}
        value={draft.cartonSize}
        onChange={(cartonSize) => set({ cartonSize })}
        {...common('cartonSize')}
      />
      <Textarea
        label="Note (optional)"
        autosize
        minRows={2}
        maxRows={5}
        value={draft.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
        {...common('note')}
      />
    </>
  )
}

type NumberProps = {
  label: string
  description: string
  max: number
  value: string | number
  error: string | undefined
  onChange: (value: string | number) => void
  onBlur: () => void
}

function WholeNumber(props: NumberProps): ReactElement {
  return (
    <NumberInput
      className={classes.half}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      {...props}
    />
  )
}
