import { useQuery } from '@tanstack/react-query'
import { STATES } from '../../../contract/india.ts'
import type { ReportFilter } from '../../../contract/reports.ts'
import type { Filter } from '../../ui/list/types.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import type { ReportChoice } from './report-search.ts'

/** The chips of a report, in the order in which it names its filters. */
export function useReportFilters(report: ReportChoice): Filter[] {
  const { data } = useQuery(catalogueOptions())
  const chips: Record<Exclude<ReportFilter, 'to'>, Filter> = {
    from: { kind: 'days', label: 'Dates', from: 'from', to: 'to' },
    state: {
      kind: 'choices',
      label: 'State',
      name: 'state',
      choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
    },
    plant: {
      kind: 'choices',
      label: 'Plant',
      name: 'plant',
      choices: data?.plants.map(({ plantId, name }) => ({ value: plantId, label: name })),
    },
    product: {
      kind: 'choices',
      label: 'Product',
      name: 'product',
      choices: data?.products.map(({ productId, name }) => ({ value: productId, label: name })),
    },
    batch: { kind: 'number', label: 'Batch', name: 'batch' },
  }
  return report.filters.flatMap((name) => (name === 'to' ? [] : chips[name]))
}
