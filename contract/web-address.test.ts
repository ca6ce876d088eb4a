import { expect, test } from 'vitest'
import { hostOf, webAddress } from './web-address.ts'

test.each([
  ['https://hil.example/offer?a=1#b', 'https://hil.example/offer?a=1#b'],
  [' https://hil.example ', 'https://hil.example/'],
  ['HTTPS://HIL.Example/Offer', 'https://hil.example/Offer'],
  ['https://hil.example:8443/', 'https://hil.example:8443/'],
  ['https://नमस्ते.example/', 'https://xn--h2bhs4b8d8a.example/'],
  ['https://hıl.example/', 'https://xn--hl-hpa.example/'],
  ['https://hil.example/@name', 'https://hil.example/@name'],
])('%j is kept as %j', (text, kept) => {
  expect(webAddress.parse(text)).toBe(kept)
})

const WHOLE = 'Enter a whole address that begins with https://.'
const PLAIN = 'An address has no spaces, line breaks or backslashes.'
const LEADS = 'This leads to evil.example: leave out what stands before the @.'
test.each([
  ['https://hil.example@evil.example', LEADS],
  ['https://hil.example:pass@evil.example/x', LEADS],
  ['https://hil.example%40x@EVIL.example', LEADS],
  ['https://evil.example\\@hil.example', PLAIN],
  ['https://evil.example\\.hil.example/', PLAIN],
  ['https://hil.example/\0', PLAIN],
  ['https://hil.ex\tample/', PLAIN],
  ['https://hil.example/\na', PLAIN],
  ['https:/\\evil.example', WHOLE],
  ['https:evil.example', WHOLE],
  ['http://hil.example', WHOLE],
  ['ht\ntps://hil.example', WHOLE],
  ['javascript:alert(1)', WHOLE],
  ['//evil.example', WHOLE],
  ['https://', WHOLE],
  ['https://hil\0.example', WHOLE],
  [`https://hil.example/${'a'.repeat(500)}`, 'An address has at most 500 characters.'],
])('%j is refused', (text, message) => {
  const { error } = webAddress.safeParse(text)
  expect(error?.issues.map((issue) => issue.message)).toContain(message)
})

test('the host is the one that a browser opens', () => {
  expect(hostOf('https://hil.example@evil.example')).toBe('evil.example')
  expect(hostOf('https:\\\\evil.example/')).toBe('evil.example')
  expect(hostOf('hil')).toBeNull()
})
