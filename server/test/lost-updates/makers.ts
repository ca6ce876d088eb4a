import * as batches from '../../../contract/programme/batches.ts'
import * as charges from '../../../contract/programme/charges.ts'
import * as distributors from '../../../contract/people/distributors.ts'
import { editUser, enrolUser } from '../../../contract/desk/member-records.ts'
import * as plants from '../../../contract/people/plants.ts'
import * as groups from '../../../contract/programme/product-groups.ts'
import * as products from '../../../contract/programme/products.ts'
import * as programme from '../../../contract/platform/programme.ts'
import * as schemes from '../../../contract/programme/schemes.ts'
import * as staff from '../../../contract/people/staff.ts'
import * as territories from '../../../contract/people/territories.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import { getUser } from '../../../contract/desk/users.ts'
import * as views from '../../../contract/platform/views.ts'
import * as workers from '../../../contract/people/workers.ts'
import { requestBody } from '../../features/programme/batches/test-support.ts'
import { termsWith } from '../../features/programme/schemes/test-support.ts'
import { newcomer } from '../../features/people/workers/test-support.ts'
import { anyPlant, type TestServer } from '../server.ts'

type Answer = { status: number; body: unknown }
type Word = 'first' | 'second'
/** A row that is there: it is saved as it was read, with another word in it, and read. */
type Row = { save: (word: Word) => Promise<Answer>; read: () => Promise<unknown> }
export type Maker = () => Promise<Row>

/** Where the last save may win, and why. */
export const LAST_WINS: Readonly<Record<string, string>> = {
  'PUT /api/admin/updatePassword':
    'Nobody sees an old password to write over; the last one stands.',
  'PUT /api/admin/my/language': 'One choice of one’s own, shown at once.',
  'PUT /api/admin/list-looks/:list': 'How one’s own list looks is kept while columns are dragged.',
  'PUT /api/member/profile':
    'A member’s own, and it names only the fields that the member changes.',
  'PUT /api/member/redemptions/:redemptionId/address':
    'The member’s own address, typed whole; a parcel goes to the last that was given.',
  'PUT /api/admin/redemptions/:redemptionId/address':
    'Typed whole from what the member says now: no form shows the one on record to save it again.',
  'PUT /api/admin/users/:memberId/belonging':
    'Says one new firm from a day on, beside the history; what it replaces stays in the audit trail.',
  'PUT /api/admin/media-uploads/:uploadId/pieces/:number':
    'A piece is of its sender’s own upload, and one that is here already is not written again.',
  'PUT /api/admin/media/:mediaId/poster':
    'A whole picture that is selected again, without any text.',
}

type Callable = Parameters<TestServer['call']>[0]

const REASON = 'Looked at both'

export async function makersOf(server: TestServer): Promise<Record<string, Maker>> {
  const { token } = await server.staff('admin')
  const ask = async (endpoint: Callable, input: object = {}) => {
    const { status, body } = await server.call(endpoint, { token, ...input })
    return { status, body: Object(body) }
  }
  const good = async (endpoint: Callable, input: object = {}) => {
    const { status, body } = await ask(endpoint, input)
    if (status !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(body)}`)
    return body
  }
  /** A row that a form adds, and changes with the same fields and the version. */
  const master =
    (
      master: { add: Callable; get: Callable; change: Callable; id: string },
      fields: object,
    ): Maker =>
    async () => {
      const made = await good(master.add, { body: fields })
      const params = { [master.id]: made[master.id] }
      const { version } = made
      return {
        save: (name) =>
          ask(master.change, { params, body: { ...fields, name: `Name ${name}`, version } }),
        read: () => good(master.get, { params }),
      }
    }
  const one = 'Walked'
  const placed = { name: one, state: 27, city: 'Pune' }
  return {
    'PATCH /api/admin/plants/:plantId': master(
      { add: plants.createPlant, get: plants.getPlant, change: plants.changePlant, id: 'plantId' },
      { code: 'LU1', ...placed },
    ),
    'PATCH /api/admin/products/:productId': async () => {
      const { productId, version } = await good(products.createProduct, {
        body: { code: 'LU1', name: one, group: 'Putty', points: 40 },
      })
      const params = { productId }
      return {
        save: (word) => {
          const body = { code: 'LU1', name: `Name ${word}`, group: 'Putty', version }
          return ask(products.changeProduct, { params, body })
        },
        read: () => good(products.getProduct, { params }),
      }
    },
    'PATCH /api/admin/product-groups/:groupId': master(
      { add: groups.createGroup, get: groups.getGroup, change: groups.changeGroup, id: 'groupId' },
      { name: one },
    ),
    'PATCH /api/admin/territories/:territoryId': master(
      {
        add: territories.createTerritory,
        get: territories.getTerritory,
        change: territories.changeTerritory,
        id: 'territoryId',
      },
      { code: 'LU1', name: one },
    ),
    'PATCH /api/admin/distributors/:distributorId': master(
      {
        add: distributors.createDistributor,
        get: distributors.getDistributor,
        change: distributors.changeDistributor,
        id: 'distributorId',
      },
      { code: 'LU1', ...placed },
    ),
    'PATCH /api/admin/workers/:staffId': async () => {
      const fields = newcomer()
      const plantId = await anyPlant(server.db)
      const { worker } = await good(workers.createWorker, { body: { ...fields, plantId } })
      const params = { staffId: worker.staffId }
      const { version } = worker
      return {
        save: (word) =>
          ask(workers.changeWorker, { params, body: { ...fields, name: `Asha ${word}`, version } }),
        read: () => good(workers.getWorker, { params }),
      }
    },
    'PATCH /api/admin/staff/:staffId': async () => {
      const { staffId } = await server.staff('cs')
      const params = { staffId }
      const { email, role, version } = await good(staff.getStaff, { params })
      return {
        save: (word) => {
          const body = { name: `Asha ${word}`, email, role, reason: REASON, version }
          return ask(staff.changeStaff, { params, body })
        },
        read: () => good(staff.getStaff, { params }),
      }
    },
    'PUT /api/admin/users/:memberId': async () => {
      const record = { name: 'Asha Devi', kind: 'mason', state: 8, city: 'Jaipur', language: 'hi' }
      const made = await good(enrolUser, { body: { ...record, mobile: '8300000077' } })
      const { memberId, version } = made
      const params = { memberId }
      return {
        save: (word) =>
          ask(editUser, { params, body: { ...record, city: `City ${word}`, version } }),
        read: () => good(getUser, { params }),
      }
    },
    'PUT /api/admin/retailers/:memberId/tier': async () => {
      const { memberId } = await server.member('retailer')
      const params = { memberId }
      const { version } = await good(getUser, { params })
      const finance = await server.staff('finance')
      return {
        save: (word) => {
          const tier = word === 'first' ? 'gold' : 'silver'
          const body = { tier, version, reason: REASON }
          return ask(charges.setRetailerTier, { token: finance.token, params, body })
        },
        read: () => good(getUser, { params }),
      }
    },
    'PUT /api/admin/charge-rules/:ruleId': async () => {
      const finance = await server.staff('finance')
      const terms = {
        productGroups: ['Putty'],
        tiers: ['gold'],
        kind: 'coupon',
        paise: 200,
        basisPoints: null,
        fromDay: addDays(dayOf(new Date()), 5),
        toDay: null,
        note: null,
      }
      const asFinance = { token: finance.token }
      const made = await good(charges.makeChargeRule, { ...asFinance, body: terms })
      const { ruleId, version } = made
      const params = { ruleId }
      return {
        save: (word) => {
          const body = { terms: { ...terms, note: `Note ${word}` }, version, reason: REASON }
          return ask(charges.editChargeRule, { ...asFinance, params, body })
        },
        read: () => good(charges.getChargeRule, { ...asFinance, params }),
      }
    },
    'PUT /api/admin/batches/:batchId': async () => {
      const maker = await server.staff('sub admin')
      const asMaker = { token: maker.token }
      const request = await requestBody(server)
      const made = await good(batches.requestBatch, { ...asMaker, body: request })
      const { batchId, version } = made
      const params = { batchId }
      return {
        save: (word) => {
          const body = { ...request, note: `Note ${word}`, version }
          return ask(batches.changeBatchRequest, { ...asMaker, params, body })
        },
        read: () => good(batches.getBatch, { ...asMaker, params }),
      }
    },
    'PUT /api/admin/schemes/:schemeId': async () => {
      const maker = await server.staff('cs')
      const asMaker = { token: maker.token }
      const made = await good(schemes.draftScheme, { ...asMaker, body: termsWith() })
      const { schemeId, version } = made
      const params = { schemeId }
      return {
        save: (word) => {
          const body = { terms: termsWith({ name: `Name ${word}` }), version }
          return ask(schemes.editScheme, { ...asMaker, params, body })
        },
        read: () => good(schemes.getScheme, { ...asMaker, params }),
      }
    },
    'PATCH /api/admin/views/:viewId': async () => {
      const preferences = { shown: [], hidden: [], widths: {}, compact: false, rows: 100 }
      const body = { list: 'scans', name: one, filters: {}, preferences }
      const { viewId, version } = await good(views.saveView, { body })
      const params = { viewId }
      return {
        save: (word) => ask(views.changeView, { params, body: { name: `Name ${word}`, version } }),
        read: () => good(views.myViews),
      }
    },
    'PUT /api/admin/programme/company': async () => {
      const { version } = await good(programme.getCompany)
      const about = {
        colour: '#123456',
        supportPhone: null,
        supportEmail: null,
        languages: ['en'],
        legalName: null,
        address: null,
        gstin: null,
        pan: null,
        tan: null,
      }
      return {
        save: (word) =>
          ask(programme.saveCompany, { body: { ...about, name: `Name ${word}`, version } }),
        read: () => good(programme.getCompany),
      }
    },
  }
}
