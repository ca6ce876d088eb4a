import { useQuery } from '@tanstack/react-query'
import { ENQUIRY_STATES } from '../../../../contract/desk/enquiry-states.ts'
import { STATES } from '../../../../contract/india.ts'
import { KYC_STATES } from '../../../../contract/people/kyc-states.ts'
import { MEMBER_KINDS } from '../../../../contract/people/members.ts'
import { PAYMENT_STATE_NAMES, paymentState } from '../../../../contract/money/payment-states.ts'
import type { ReportFilter } from '../../../../contract/insight/reports.ts'
import { formatWord } from '../../../lib/format.ts'
import type { Filter } from '../../../ui/list/types.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { masterFilter } from '../../people/catalogue/master-choices.ts'
import { distributorFilter } from '../../people/catalogue/distributor-choices.ts'
import { STATE_STYLES as KYC_STYLES } from '../../people/kyc/kyc-words.tsx'
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
    memberKind: {
      kind: 'choices',
      label: 'Member type',
      name: 'memberKind',
      choices: MEMBER_KINDS.map((kind) => ({ value: kind, label: formatWord(kind) })),
    },
    kyc: {
      kind: 'choices',
      label: 'KYC',
      name: 'kyc',
      choices: KYC_STATES.map((state) => ({ value: state, label: KYC_STYLES[state].label })),
    },
    distributor: {
      kind: 'choices',
      label: 'Distributor',
      name: 'distributor',
      choices: distributorFilter(data?.distributors),
    },
    enquiryState: {
      kind: 'choices',
      label: 'Stands',
      name: 'enquiryState',
      choices: ENQUIRY_STATES.map((state) => ({
        value: state,
        label: formatWord(state.replaceAll('_', ' ')),
      })),
    },
    payment: {
      kind: 'choices',
      label: 'Payment',
      name: 'payment',
      choices: paymentState.options.map((state) => ({
        value: state,
        label: PAYMENT_STATE_NAMES[state],
      })),
    },
    plant: {
      kind: 'choices',
      label: 'Plant',
      name: 'plant',
      choices: masterFilter(data?.plants, ({ plantId }) => plantId),
    },
    product: {
      kind: 'choices',
      label: 'Product',
      name: 'product',
      choices: masterFilter(data?.products, ({ productId }) => productId),
    },
    batch: { kind: 'number', label: 'Batch', name: 'batch' },
  }
  return report.filters.flatMap((name) => (name === 'to' ? [] : chips[name]))
}
