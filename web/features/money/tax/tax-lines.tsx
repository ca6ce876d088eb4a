import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import type { TaxExplained } from '../../../../contract/money/tax.ts'
import { Section } from '../../../ui/facts.tsx'
import classes from './tax-lines.module.css'

/** A financial year by the year it begins in: "2026–27". */
const yearInWords = (begins: number): string =>
  `${begins}–${String((begins + 1) % 100).padStart(2, '0')}`

function ruleInWords({ section, form, paymentCode, financialYear, words }: TaxExplained): string {
  return [
    section && !words.includes(section) && section,
    form,
    paymentCode && `code ${paymentCode}`,
    `financial year ${yearInWords(financialYear)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Public to other features: how the tax of one benefit was found, in lines that add up. */
export function TaxSection({ tax }: { tax: TaxExplained }): ReactElement {
  return (
    <Section title={tax.taken ? 'Tax' : 'Tax, if it were paid now'}>
      <p className={classes.words}>{tax.words}</p>
      {tax.lines.length > 0 && (
        <table className={classes.lines}>
          <caption>How the tax was found</caption>
          <tbody>
            {tax.lines.map(({ label, paise, kind }, index) => (
              <tr key={`${index} ${label}`} data-kind={kind}>
                <th scope="row">{label}</th>
                <td>{formatPaise(paise).replace('-', '−')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={classes.rule}>{ruleInWords(tax)}</p>
    </Section>
  )
}
