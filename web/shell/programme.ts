import { queryOptions } from '@tanstack/react-query'
import { apiHost } from '../lib/api-host.ts'

/** What the programme is called until it has a name of its own. */
const UNNAMED = 'HIL'
/** The name and logo as they were last seen here, so that nothing changes under the eyes. */
const KEPT = 'hil.programme'
const FRESH_MS = 300_000

export type Programme = {
  name: string
  isNamed: boolean
  logo: string | null
  colour: string | null
}

export const PROGRAMME_KEY = ['programme']
export const UNKNOWN: Programme = { name: UNNAMED, isNamed: false, logo: null, colour: null }

/** Read by hand: the contract and its schemas are no part of the first load. */
function readProgramme(value: unknown): Programme {
  const fields: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  const text = (name: string): string | null => {
    const found = fields[name]
    return typeof found === 'string' && found !== '' ? found : null
  }
  const name = text('name')
  const logo = text('logoUrl')
  return {
    name: name ?? UNNAMED,
    isNamed: name !== null,
    logo: logo?.startsWith('/') ? apiHost() + logo : null,
    colour: text('colour'),
  }
}

function keptProgramme(): Programme | undefined {
  try {
    const kept = localStorage.getItem(KEPT)
    return kept === null ? undefined : readProgramme(JSON.parse(kept))
  } catch {
    return undefined
  }
}

async function askProgramme(signal: AbortSignal): Promise<Programme> {
  const answer = await fetch(`${apiHost()}/api/programme`, { signal })
  if (!answer.ok) throw new Error(`The programme’s name did not come: ${answer.status}.`)
  const value: unknown = await answer.json()
  localStorage.setItem(KEPT, JSON.stringify(value))
  return readProgramme(value)
}

/** The programme’s name, logo and colour; anybody may see them. */
export const programmeOptions = () =>
  queryOptions({
    queryKey: PROGRAMME_KEY,
    queryFn: ({ signal }) => askProgramme(signal),
    placeholderData: () => keptProgramme() ?? UNKNOWN,
    staleTime: FRESH_MS,
    retry: false,
  })
