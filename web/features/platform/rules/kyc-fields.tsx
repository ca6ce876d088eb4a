import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import type { ReactElement } from 'react'
import { KYC_FIELD_NAMES, KYC_FIELDS } from '../../../../contract/people/kyc-states.ts'
import { MEMBER_KINDS } from '../../../../contract/people/members.ts'
import type { KycRequired } from '../../../../contract/platform/rule-kyc.ts'
import { formatWord } from '../../../lib/format.ts'
import classes from './rules.module.css'
import type { FieldsProps } from './fields-props.ts'

/** Which fields each kind of member must send. */
export function KycFields({ value, onChange, fieldOf }: FieldsProps<KycRequired>): ReactElement {
  return (
    <div className={classes.kinds}>
      {MEMBER_KINDS.map((kind) => (
        <Checkbox.Group
          key={kind}
          label={formatWord(kind)}
          value={value[kind]}
          onChange={(selected) =>
            onChange({ ...value, [kind]: KYC_FIELDS.filter((field) => selected.includes(field)) })
          }
          error={fieldOf(`value.${kind}`).error}
        >
          <div className={classes.stack}>
            {KYC_FIELDS.map((field) => (
              <Checkbox key={field} value={field} label={KYC_FIELD_NAMES[field]} />
            ))}
          </div>
        </Checkbox.Group>
      ))}
    </div>
  )
}
