import {
  endScheme,
  pauseScheme,
  resumeScheme,
  SCHEME_MACHINE,
  type SchemeDetail,
  type SchemeStep,
} from '../../../../contract/programme/schemes.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatDay } from '../../../lib/format.ts'

export type StepName = Exclude<SchemeStep, 'activate'>

type Step = {
  label: string
  danger?: boolean
  /** The step that most come for. */
  main?: boolean
  what: (scheme: SchemeDetail) => string
  done: (scheme: SchemeDetail) => string
  send: (schemeId: number, reason: string) => Promise<SchemeDetail>
}

export const isOpenTo = (step: SchemeStep, { status }: Pick<SchemeDetail, 'status'>): boolean =>
  SCHEME_MACHINE[step].from.includes(status)

const left = ({ budget, spent }: SchemeDetail): string => formatAmount(budget - spent, 'point')

/** What people do with a scheme that runs, each with a reason. */
export const STEPS: Record<StepName, Step> = {
  resume: {
    label: 'Resume',
    main: true,
    what: (scheme) =>
      `Scans have a bonus of “${scheme.name}” again, until ${formatDay(scheme.toDay)} and as long as the ${left(scheme)} that are left last.`,
    done: ({ name }) => `“${name}” gives again.`,
    send: (schemeId, reason) => call(resumeScheme, { params: { schemeId }, body: { reason } }),
  },
  pause: {
    label: 'Pause',
    what: (scheme) =>
      `From now on no scan has a bonus of “${scheme.name}”, until somebody resumes it. Points already given stay.`,
    done: ({ name }) => `“${name}” is paused.`,
    send: (schemeId, reason) => call(pauseScheme, { params: { schemeId }, body: { reason } }),
  },
  end: {
    label: 'End',
    danger: true,
    what: (scheme) =>
      `“${scheme.name}” ends for good, with ${left(scheme)} of its budget not given. Points already given stay.`,
    done: ({ name }) => `“${name}” has ended.`,
    send: (schemeId, reason) => call(endScheme, { params: { schemeId }, body: { reason } }),
  },
}
