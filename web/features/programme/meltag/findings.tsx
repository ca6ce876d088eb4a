import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { MeltagFinding } from '../../../../contract/programme/meltag.ts'
import { Tag } from '../../../ui/tag.tsx'
import classes from './meltag.module.css'

const WEIGHTS = {
  serious: { label: 'Serious', tone: 'red', Picture: IconAlertTriangle },
  late: { label: 'Late', tone: 'yellow', Picture: IconClock },
} as const

/** Where the two databases disagree, the grave ones first; or that they do not. */
export function Findings({ findings }: { findings: readonly MeltagFinding[] }): ReactElement {
  if (findings.length === 0)
    return (
      <p className={classes.agree}>
        <Tag tone="green" Picture={IconCircleCheck}>
          Agree
        </Tag>
        Both databases say the same.
      </p>
    )
  return (
    <ul className={classes.findings} aria-label="Where the two databases disagree">
      {findings.map(({ field, weight, words }) => {
        const { label, ...style } = WEIGHTS[weight]
        return (
          <li key={field}>
            <Tag {...style}>{label}</Tag>
            <span>{words}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Beside a value that the other side does not say, or that there is more than once. */
export function Differs({ finding: { field, weight } }: { finding: MeltagFinding }): ReactElement {
  const { tone, Picture } = WEIGHTS[weight]
  const differs = weight === 'late' ? 'Not yet the same' : 'Differs'
  return (
    <Tag tone={tone} Picture={Picture}>
      {field === 'duplicate' ? 'More than once' : differs}
    </Tag>
  )
}
