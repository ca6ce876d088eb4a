import { readXlsx } from 'hucre'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { printBatch, requestBatch } from '../../../../contract/programme/batches.ts'
import { checkCode, findCoupon } from '../../../../contract/programme/coupons.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import { openPrintAnswer } from '../../../test/open-print-file.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { GTIN } from './print-test-support.ts'
import { generated, printed, requestBody, team, type Team } from './test-support.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer()
  people = await team(server)
})
afterAll(() => server.stop())
beforeEach(() => setGtin(GTIN))

const setGtin = (gtin: string | null) => server.db.updateTable('product').set({ gtin }).execute()

test('a batch in the form of GS1 needs a product with a GTIN', async () => {
  await setGtin(null)
  const body = { ...(await requestBody(server)), qrForm: 'gs1' as const }
  const answer = await server.raw(requestBatch, { token: people.maker.token, body })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { fields: { qrForm: expect.stringContaining('has no GTIN') } },
  ])
})

test('its packs carry the link, its cartons the web address', async () => {
  const wish = { quantity: 4, cartonSize: 2, qrForm: 'gs1' }
  const { batchId } = await generated(server, people, wish)
  const packs = await printed(server, people, batchId)
  const plain = (code: string) => code.replaceAll('-', '')
  expect(packs.map(([, , link]) => new URL(link ?? '').pathname)).toEqual(
    packs.map(([, code = '']) => `/01/${GTIN}/21/${plain(code)}`),
  )
  const cartons = await printed(server, people, batchId, 'cartons')
  expect(cartons.map(([, , link]) => new URL(link ?? '').pathname)).toEqual(
    cartons.map(([, code = '']) => `/c/${plain(code)}`),
  )
})

test('the link is read by the finder, the scan and the public check', async () => {
  const { batchId } = await generated(server, people, { quantity: 1, qrForm: 'gs1' })
  const [[, code = '', link = ''] = []] = await printed(server, people, batchId)
  const found = await server.call(findCoupon, { token: people.checker.token, query: { q: link } })
  expect(found.body).toMatchObject({ batchId, serial: 1 })
  const { token } = await server.member()
  const scanned = await server.call(scanCoupon, { token, body: { code: link } })
  expect(scanned.body.result).toBe('not_active')
  const params = { code: link.split('/').at(-1) ?? '' }
  expect((await server.call(checkCode, { params })).body).toMatchObject({ genuine: true })
  expect(params.code).toBe(code.replaceAll('-', ''))
})

test('where the GTIN is gone the file carries the web address, and says so', async () => {
  const { batchId } = await generated(server, people, { quantity: 2, qrForm: 'gs1' })
  const about = async () => {
    const answer = await server.raw(printBatch, {
      token: people.printer.token,
      params: { batchId },
      body: { format: 'xlsx' },
    })
    const { sheets } = await readXlsx(new Uint8Array((await openPrintAnswer(answer)).bytes))
    return sheets.map(({ rows }) => rows.map((row) => row.join(': ')).join('\n')).join('\n')
  }
  expect(await about()).toContain(`GTIN: ${GTIN}`)
  await setGtin(null)
  const without = await about()
  expect(without).toContain('the product has no GTIN: the QR holds the web address')
  expect(without).toContain('/c/')
})
