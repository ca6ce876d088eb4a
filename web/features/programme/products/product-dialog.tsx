import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  changeProduct,
  createProduct,
  getProduct,
  PACK_UNITS,
  type ProductDetail,
} from '../../../../contract/programme/products.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import classes from '../../people/masters/masters.module.css'
import {
  TextFields,
  type FieldState,
  type TextFieldSpec,
} from '../../people/masters/text-fields.tsx'
import { MediaPicker } from '../../platform/media/media-picker.tsx'
import { bodyOf, draftOf, type ProductDraft, type TextName } from './product-draft.ts'
import { keepProduct, productsChanged } from './product-queries.ts'

const WIDTH = 680
const UNIT_CHOICES = [{ value: '', label: 'No unit' }, ...PACK_UNITS]

const NAMED: readonly TextFieldSpec<TextName>[] = [
  { name: 'code', label: 'SKU code', hint: 'Letters and digits, such as WP40' },
  { name: 'name', label: 'Name' },
  { name: 'nameHi', label: 'Name in Hindi (optional)', lang: 'hi' },
]
const BRAND: readonly TextFieldSpec<TextName>[] = [{ name: 'brand', label: 'Brand (optional)' }]
const MRP: readonly TextFieldSpec<'mrp'>[] = [
  { name: 'mrp', label: 'MRP in rupees (optional)', mode: 'decimal' },
]
const PACK: readonly TextFieldSpec<TextName>[] = [
  { name: 'packSize', label: 'Pack size (optional)', mode: 'decimal' },
]
const SOLD: readonly TextFieldSpec<TextName>[] = [
  { name: 'gtin', label: 'GTIN (optional)', hint: '8, 12, 13 or 14 digits', mode: 'numeric' },
]
const POINTS: readonly TextFieldSpec<TextName>[] = [
  {
    name: 'points',
    label: 'Points of each coupon',
    hint: 'Changed later from a day on',
    mode: 'numeric',
  },
]

function GroupSelect({
  value,
  onChange,
  ...field
}: FieldState & { value: string; onChange: (group: string) => void }): ReactElement {
  const { data } = useQuery(catalogueOptions())
  const groups = data?.groups.filter(({ name, active }) => active || name === value) ?? []
  const none = data !== undefined && groups.length === 0
  return (
    <NativeSelect
      label="Group"
      description={none ? 'There is no group yet: add one under Product groups first.' : undefined}
      data={[{ value: '', label: 'Choose a group' }, ...groups.map(({ name }) => name)]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  )
}

function ProductFields({
  draft,
  exists,
  onDraft,
  field,
}: {
  draft: ProductDraft
  exists: boolean
  onDraft: (changes: Partial<ProductDraft>) => void
  field: (name: string) => FieldState
}): ReactElement {
  const texts = {
    values: draft,
    field,
    onText: (name: TextName, text: string) => onDraft({ [name]: text }),
  }
  return (
    <div className={classes.fields}>
      <TextFields fields={NAMED} focused="code" {...texts} />
      <GroupSelect
        value={draft.group}
        onChange={(group) => onDraft({ group })}
        {...field('group')}
      />
      <TextFields fields={BRAND} {...texts} />
      <TextFields
        fields={MRP}
        values={draft}
        field={() => field('mrpPaise')}
        onText={(name, text) => onDraft({ [name]: text })}
      />
      <TextFields fields={PACK} {...texts} />
      <NativeSelect
        label="Unit (optional)"
        data={UNIT_CHOICES}
        value={draft.packUnit}
        onChange={(event) => onDraft({ packUnit: event.currentTarget.value })}
        {...field('packUnit')}
      />
      <TextFields fields={SOLD} {...texts} />
      {!exists && <TextFields fields={POINTS} {...texts} />}
      <div className={classes.wide}>
        <MediaPicker
          label="Picture (optional)"
          kinds={['image']}
          value={draft.media}
          error={field('mediaId').error}
          onChange={(media) => onDraft({ media })}
        />
      </div>
    </div>
  )
}

/** Adds a product, or corrects the one that is given; its points change by a day. */
export function ProductDialog({
  product,
  opened,
  onSaved,
  onClose,
}: {
  product?: ProductDetail
  opened: boolean
  onSaved: (product: ProductDetail) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(product))
  const form = useDialogForm(createProduct, bodyOf(draft))
  const merge = useMerge({
    item: product,
    draft,
    onDraft: setDraft,
    draftOf,
    load: () => call(getProduct, { params: { productId: product?.productId ?? 0 } }),
    keys: { mrpPaise: 'mrp', mediaId: 'media' },
  })
  const submit = (): void =>
    void form.send(({ points, ...fields }) =>
      merge.saving(async (version) => {
        const saved = product
          ? await call(changeProduct, {
              params: { productId: product.productId },
              body: { ...fields, version },
            })
          : await call(createProduct, { body: { ...fields, points } })
        keepProduct(client, saved)
        if (!product) productsChanged(client)
        notifyDone(`${saved.name} is ${product ? 'saved' : 'added'}.`)
        onSaved(saved)
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={product ? `Edit ${product.name}` : 'New product'}
      what={
        product
          ? 'Its batches keep their points. Points are changed with Change points.'
          : 'Batches of it can be requested at once.'
      }
      submit={product ? 'Save' : 'Add the product'}
      size={WIDTH}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProductFields
        draft={draft}
        exists={product !== undefined}
        onDraft={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        field={form.field}
      />
      {merge.changes}
    </DialogForm>
  )
}
