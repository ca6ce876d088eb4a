import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from './api.ts'
import { answer, isRecord, parseJson, readBody } from './http.ts'
import { keepRules } from './kept-rules.ts'
import { parseRules, RulesError } from './rules.ts'
import type { EventRow, MoveRow, PayoutRow } from './store.ts'

const STATES = ['processing', 'processed', 'reversed', 'failed', 'rejected', 'cancelled']
type Body = Record<string, unknown>

/** What only whoever runs the simulator may do: look at everything, order faults, move payouts. */
export async function control(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (request.headers.authorization !== `Bearer ${world.settings.controlToken}`) {
    return answer(response, 401, { message: 'This needs the control token.' })
  }
  const route = `${request.method} ${url.pathname}`
  const look = READS[route]
  if (look) return answer(response, 200, look(world))
  const act = ACTS[route]
  if (!act) return answer(response, 404, { message: 'There is no such control.' })
  const body = parseJson((await readBody(request)) ?? '')
  try {
    act(world, isRecord(body) ? body : {})
  } catch (error) {
    if (!(error instanceof RulesError)) throw error
    return answer(response, 400, { message: error.message })
  }
  world.wake()
  answer(response, 200, state(world))
}

function state({ bank, store, settings }: World): unknown {
  return {
    balancePaise: bank.balance(),
    account: settings.account,
    webhook: store.setting('webhook'),
    rules: bank.rules,
    payouts: store.one<{ n: number }>('select count(*) as n from payout')?.n ?? 0,
    waitingEvents:
      store.one<{ n: number }>('select count(*) as n from event where delivered_at is null')?.n ??
      0,
  }
}

const READS: Record<string, (world: World) => unknown> = {
  'GET /control/state': state,
  'GET /control/payouts': ({ bank, store }) => {
    const moves = Map.groupBy(
      store.all<MoveRow>('select * from move order by rowid'),
      (move) => move.payout_id,
    )
    const rows = store.all<PayoutRow>('select * from payout order by seq')
    return {
      items: rows.map((row) => ({
        ...bank.entity(row),
        key: row.key,
        createdMs: row.created_at,
        moves: (moves.get(row.id) ?? []).map(({ at, status, reason }) => ({ at, status, reason })),
      })),
    }
  },
  'GET /control/events': ({ store }) => ({
    items: store.all<EventRow>('select * from event order by seq').map((event) => ({
      eventId: event.event_id,
      event: event.event,
      payoutId: event.payout_id,
      body: event.body,
      tries: event.tries,
      answered: event.answered,
      withheld: event.withheld === 1,
      deliveredAt: event.delivered_at,
    })),
  }),
}

const ACTS: Record<string, (world: World, body: Body) => void> = {
  'POST /control/balance': ({ bank }, { paise }) => {
    if (typeof paise !== 'number' || !Number.isSafeInteger(paise) || paise < 0) {
      throw new RulesError('paise is a whole number.')
    }
    bank.setBalance(paise)
  },
  'POST /control/faults': ({ bank, store, settings }, body) => {
    bank.rules = parseRules(body)
    keepRules(store, settings.rules, bank.rules)
  },
  'POST /control/webhook': ({ store }, { url }) => {
    if (url !== null && (typeof url !== 'string' || !URL.canParse(url))) {
      throw new RulesError('url is an address, or null.')
    }
    store.keep('webhook', url ?? '')
  },
  'POST /control/release': ({ store }) => {
    store.run('update event set withheld = 0, due_at = ? where withheld = 1', Date.now())
  },
  'POST /control/move': ({ bank, store }, { id, reference, to, reason }) => {
    const row =
      typeof id === 'string'
        ? store.payout(id)
        : store.one<PayoutRow>(
            'select * from payout where reference = ? order by seq desc limit 1',
            typeof reference === 'string' ? reference : null,
          )
    if (row === null) throw new RulesError('There is no such payout.')
    const state = STATES.find((one) => one === to)
    if (state === undefined) throw new RulesError(`to is one of ${STATES.join(', ')}.`)
    const why = typeof reason === 'string' ? reason : null
    store.together(() => bank.move(row.id, state, why, Date.now()))
  },
}
