import type { ReactElement } from 'react'
import { placeInWords, type FullAddress } from '../../../../contract/people/addresses.ts'
import { formatMobile } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import classes from './addresses.module.css'

/** An address in full, as a label has it. */
export function AddressLines({ address }: { address: FullAddress }): ReactElement {
  const { recipient, line1, line2, landmark, phone } = address
  return (
    <address className={classes.lines}>
      <b>{recipient}</b>
      {[line1, line2, landmark].map((line) => line && <span key={line}>{line}</span>)}
      <span>{placeInWords(address)}</span>
      <span>
        <CopyText text={phone} shown={formatMobile(phone)} />
      </span>
    </address>
  )
}
