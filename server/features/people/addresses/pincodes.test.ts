import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookUpMyPincode, lookUpPincode } from '../../../../contract/people/addresses.ts'
import { STATES } from '../../../../contract/india.ts'
import { statesOfPincode } from '../../../../contract/people/pincodes.ts'
import { CITIES } from '../../../demo/world.ts'
import { QUARTERS } from '../../../demo/address-plan.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { DIRECTORY_STATES } from './pincode-states.ts'
import { directory, districtInWords } from './pincodes.service.ts'
import { eachPostOffice } from './post-offices.ts'

const PUDUCHERRY = 34
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const lookUp = (pincode: string, token: string) =>
  server.call(lookUpPincode, { token, params: { pincode } })

test('every state that the directory names is one of ours, and each of ours is named', async () => {
  const named = new Set<string>()
  await eachPostOffice(({ s }) => void named.add(s))
  expect([...named].toSorted()).toEqual(Object.keys(DIRECTORY_STATES).toSorted())
  const ids = Object.values(DIRECTORY_STATES).filter((id) => id !== null)
  expect(ids.toSorted((a, b) => a - b)).toEqual(STATES.map(({ id }) => id))
})

test('the directory is read whole, a piece in each turn of the event loop', async () => {
  let running = true
  let turns = 0
  const count = (): void => {
    turns++
    if (running) setImmediate(count)
  }
  setImmediate(count)
  let offices = 0
  await eachPostOffice(() => void offices++)
  running = false
  expect(offices).toBeGreaterThan(165_000)
  expect(turns).toBeGreaterThan(200)
  const places = await directory()
  expect(places.size).toBeGreaterThan(19_400)
  expect(new Set(places.values()).size).toBeLessThan(800)
})

test('no PIN code lies outside the states of its zone, and each zone has no state too many', async () => {
  const places = await directory()
  const found = new Map<string, Set<number>>()
  for (const [pincode, { state }] of places) {
    const zone = found.get(pincode.charAt(0)) ?? new Set()
    found.set(pincode.charAt(0), zone.add(state))
  }
  for (const digit of '12345678') {
    const states = [...(found.get(digit) ?? [])].toSorted((a, b) => a - b)
    // Yanam is of Puducherry, within Andhra Pradesh, where the directory puts it.
    const zone = statesOfPincode(digit)?.filter((id) => !(digit === '5' && id === PUDUCHERRY))
    expect(states, digit).toEqual(zone)
  }
  expect(statesOfPincode('900056')).toBeNull()
})

test.each([
  ['110001', 'New Delhi', 7],
  ['110092', 'Delhi', 7],
  ['411038', 'Pune', 27],
  ['400058', 'Mumbai Suburban', 27],
  ['744301', 'Nicobars', 35],
  ['194101', 'Leh Ladakh', 38],
  ['396210', 'Daman', 26],
  // The directory names a far state for one office of these: most of the others are right.
  ['505325', 'Jagitial', 36],
  ['502247', 'Siddipet', 36],
])('%s is in %s', async (pincode, city, state) => {
  const { token } = await server.staff('courier')
  const { status, body } = await lookUp(pincode, token)
  expect(status).toBe(200)
  expect(body).toEqual({ pincode, city, state })
})

test('one that the directory has not, or puts in another zone only, is told so in words', async () => {
  const { token } = await server.staff('cs')
  for (const pincode of ['999999', '334002', '799001']) {
    const { status, body } = await lookUp(pincode, token)
    expect(status, pincode).toBe(404)
    expect(body).toMatchObject({
      message: `The directory has no PIN code ${pincode}. Check it; if it is right, enter the city and choose the state.`,
    })
  }
  for (const wrong of ['011001', '41103', '4110388', 'abcdef']) {
    expect((await lookUp(wrong, token)).status, wrong).toBe(400)
  }
})

test('a member asks too, and is told when nothing changed', async () => {
  const { token } = await server.member()
  const params = { pincode: '411 038' }
  const first = await server.call(lookUpMyPincode, { token, params })
  expect(first.body).toEqual({ pincode: '411038', city: 'Pune', state: 27 })
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await server.raw(lookUpMyPincode, { token, params, headers })).status).toBe(304)
  expect((await lookUp('411038', token)).status).toBe(403)
})

test('the demo sends gifts to PIN codes of the cities that its members live in', async () => {
  const places = await directory()
  expect(Object.keys(QUARTERS).toSorted()).toEqual(CITIES.map(({ name }) => name).toSorted())
  for (const { name, state } of CITIES) {
    expect(places.get(QUARTERS[name]?.[1] ?? '')?.state, name).toBe(state)
  }
})

test('districts are written as people write them', () => {
  expect(districtInWords('KUMURAM BHEEM ASIFABAD')).toBe('Kumuram Bheem Asifabad')
  expect(districtInWords('KAIMUR (BHABUA)')).toBe('Kaimur (Bhabua)')
  expect(districtInWords('JANJGIR-CHAMPA')).toBe('Janjgir-Champa')
  expect(districtInWords('Y.S.R.')).toBe('Y.S.R.')
  expect(districtInWords('NTR')).toBe('NTR')
})
