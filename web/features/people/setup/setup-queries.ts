import { queryOptions } from '@tanstack/react-query'
import { getCompany } from '../../../../contract/platform/programme.ts'
import { getChannels, getSetup } from '../../../../contract/people/setup.ts'
import { call } from '../../../lib/api.ts'

export const checklistOptions = () =>
  queryOptions({
    queryKey: ['setup', 'checklist'],
    queryFn: ({ signal }) => call(getSetup, { signal }),
  })

export const channelsOptions = () =>
  queryOptions({
    queryKey: ['setup', 'channels'],
    queryFn: ({ signal }) => call(getChannels, { signal }),
  })

export const companyOptions = () =>
  queryOptions({
    queryKey: ['setup', 'company'],
    queryFn: ({ signal }) => call(getCompany, { signal }),
  })
