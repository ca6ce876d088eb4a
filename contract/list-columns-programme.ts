import { shownGtin } from './gtin.ts'
import { stateName } from './india.ts'
import { columnsOf, dayWords, numberWords, type ListFile } from './list-column.ts'
import { STANDING_NAMES } from './list-labels.ts'
import type { PlantRow } from './plants.ts'
import type { GroupRow } from './product-groups.ts'
import type { ProductRow } from './products.ts'
import type { TerritoryRow } from './territories.ts'
import { dayOf } from './time.ts'

const plant = columnsOf<PlantRow>()
const group = columnsOf<GroupRow>()
const product = columnsOf<ProductRow>()
const territory = columnsOf<TerritoryRow>()

const dayAdded = ({ addedAt }: { addedAt: string | null }): string | null =>
  addedAt === null ? null : dayOf(new Date(addedAt))

export const plants: ListFile<PlantRow> = {
  id: ({ plantId }) => String(plantId),
  columns: [
    plant.text('code', 'Code', (row) => row.code),
    plant.text('name', 'Name', (row) => row.name),
    plant.text('state', 'State', (row) => stateName(row.state)),
    plant.text('city', 'City', (row) => row.city),
    plant.text('gstin', 'GSTIN', (row) => row.gstin),
    plant.text('lines', 'Lines', (row) => row.lines.join(', ')),
    plant.number('workers', 'Workers', (row) => row.workers),
    plant.number('batches', 'Batches', (row) => row.batches),
    plant.text('standing', 'Standing', (row) => STANDING_NAMES[row.standing]),
    plant.text('address', 'Address', (row) => row.address),
    plant.text('pincode', 'PIN code', (row) => row.pincode),
    plant.day('addedAt', 'Added', dayAdded),
  ],
}

export const groups: ListFile<GroupRow> = {
  id: ({ groupId }) => String(groupId),
  columns: [
    group.text('name', 'Name', (row) => row.name),
    group.number('products', 'Products', (row) => row.products),
    group.number('rules', 'Charge rules', (row) => row.rules),
    group.text('standing', 'Standing', (row) => STANDING_NAMES[row.standing]),
    group.day('addedAt', 'Added', dayAdded),
  ],
}

/** "40 kg". */
export const packWords = ({ packSize, packUnit }: Pick<ProductRow, 'packSize' | 'packUnit'>) =>
  packSize === null ? null : `${packSize} ${packUnit ?? ''}`

/** "60 from 1 Dec 2026". */
export const nextPoints = ({ next }: Pick<ProductRow, 'next'>): string | null =>
  next && `${numberWords(next.points)} from ${dayWords(next.fromDay)}`

export const products: ListFile<ProductRow> = {
  id: ({ productId }) => String(productId),
  columns: [
    product.text('code', 'SKU', (row) => row.code),
    product.text('name', 'Name', (row) => row.name),
    product.text('group', 'Group', (row) => row.group),
    product.number('points', 'Points', (row) => row.points),
    product.text('next', 'Planned', nextPoints),
    product.number('waiting', 'Waiting', (row) => row.waiting),
    product.text('gtin', 'GTIN', ({ gtin }) => gtin && shownGtin(gtin)),
    product.text('pack', 'Pack', packWords),
    product.money('mrp', 'MRP', (row) => row.mrpPaise),
    product.text('standing', 'Standing', (row) => STANDING_NAMES[row.standing]),
    product.text('nameHi', 'Name in Hindi', (row) => row.nameHi),
    product.text('brand', 'Brand', (row) => row.brand),
    product.number('batches', 'Batches', (row) => row.batches),
    product.day('addedAt', 'Added', dayAdded),
  ],
}

export const territories: ListFile<TerritoryRow> = {
  id: ({ territoryId }) => String(territoryId),
  columns: [
    territory.text('code', 'Code', (row) => row.code),
    territory.text('name', 'Name', (row) => row.name),
    territory.text('states', 'States', (row) => row.states.map(stateName).join(', ')),
    territory.text('pinPrefixes', 'PIN codes', (row) => row.pinPrefixes.join(', ')),
    territory.number('distributors', 'Distributors', (row) => row.distributors),
    territory.text('standing', 'Standing', (row) => STANDING_NAMES[row.standing]),
    territory.day('addedAt', 'Added', dayAdded),
  ],
}
