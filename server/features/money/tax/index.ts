// What other rooms may use of this one.
export { proposeRule, taxTermsOf } from './rule-changes.service.ts'
export { percent } from './tax-labels.ts'
export { previewTaxes, type TaxPreview } from './tax-preview.service.ts'
export { explainPaymentTax, explainTax, takeTax, undoTax } from './tax.service.ts'
export type { Tax, TaxRule } from './taxed-benefit.ts'
