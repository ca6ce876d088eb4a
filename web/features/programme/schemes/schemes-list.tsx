import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { schemeList } from '../../../../contract/lists/schemes.ts'
import { listSchemes, schemeListQuery } from '../../../../contract/programme/schemes.ts'
import { call } from '../../../lib/api.ts'
import { BudgetLine } from './budget-bar.tsx'
import classes from './schemes-list.module.css'
import { daysInWords, SchemeTag } from './scheme-words.tsx'
import { unbroken, withoutDays } from './sentence.ts'

export const schemeSource = listSource(schemeList, {
  schema: schemeListQuery,
  fetchPage: (query, signal) => call(listSchemes, { query, signal }),
})

export const SCHEME_COLUMNS = columnsFor(schemeList, {
  name: 190,
  status: { width: 92, card: 'corner', render: ({ status }) => <SchemeTag status={status} /> },
  sentence: {
    width: 222,
    card: 'wide',
    render: ({ sentence }) => (
      <span className={classes.sentence} title={sentence}>
        {unbroken(withoutDays(sentence))}
      </span>
    ),
  },
  kind: { width: 104, card: 'none' },
  days: { width: 206, render: daysInWords },
  bonuses: 82,
  budget: { width: 212, card: 'wide', render: (row) => <BudgetLine money={row} /> },
  priority: 64,
  stacks: 100,
  createdBy: 130,
})
