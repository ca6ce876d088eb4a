import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import {
  listTemplates,
  templateHistory,
  type TemplateRow,
} from '../../../../contract/platform/message-templates.ts'
import { LANGUAGE_NAMES } from '../../../../contract/people/members.ts'
import { occasionOf } from '../../../../contract/platform/message-occasions.ts'
import { call } from '../../../lib/api.ts'

export type TextKey = Pick<TemplateRow, 'occasion' | 'language'>

/** In the address, as `?open=`. */
export const idOf = ({ occasion, language }: TextKey): string => `${occasion}.${language}`
/** Such as "Signing in, Hindi". */
export const textName = ({ occasion, language }: TextKey): string =>
  `${occasionOf(occasion).label}, ${LANGUAGE_NAMES[language]}`

export const templatesOptions = () =>
  queryOptions({
    queryKey: ['message-templates', 'all'],
    queryFn: ({ signal }) => call(listTemplates, { signal }),
  })

export const historyOptions = (of: TextKey | undefined) =>
  queryOptions({
    queryKey: ['message-templates', 'history', of && idOf(of)],
    queryFn: of
      ? ({ signal }) => {
          const { occasion, language } = of
          return call(templateHistory, { params: { occasion, language }, signal })
        }
      : skipToken,
  })

/** What is refused is told over the texts as they are by now. */
export async function orRefresh<T>(client: QueryClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } finally {
    await client.invalidateQueries({ queryKey: ['message-templates'] })
  }
}
