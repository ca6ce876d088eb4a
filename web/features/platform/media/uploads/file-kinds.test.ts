import { describe, expect, it } from 'vitest'
import { MEDIA_TYPES } from '../../../../../contract/platform/media.ts'
import { sizeInWords, titleOf } from '../media-words.ts'
import { acceptOf, readFile } from './file-kinds.ts'

const MB = 1024 * 1024
const file = (name: string, type: string, size = 1000) => ({ name, type, size })

describe('what may be uploaded', () => {
  it('takes what the contract takes, also where the system does not say what it is', () => {
    for (const [type, { kind }] of Object.entries(MEDIA_TYPES)) {
      expect(readFile(file('a.bin', type))).toEqual({ type, kind })
    }
    expect(readFile(file('Clip.MOV', ''))).toEqual({ type: 'video/quicktime', kind: 'video' })
    expect(readFile(file('a.PDF', 'application/octet-stream'))).toMatchObject({ kind: 'document' })
  })

  it.each([
    ['says what can be done with a photo of a phone', file('a.heic', 'image/heic'), /as JPEG/],
    ['names what may', file('a.exe', ''), /cannot be uploaded. Images \(JPEG/],
    ['refuses an empty one', file('a.png', 'image/png', 0), /a\.png is empty/],
    ['refuses one byte too many', file('a.png', 'image/png', 20 * MB + 1), /at most 20 MB/],
    ['by its kind', file('a.pdf', 'application/pdf', 31 * MB), /31 MB; a document .* 30 MB/],
  ])('%s', (_, given, words) => {
    expect(readFile(given)).toMatch(words)
  })

  it('takes the largest there may be', () => {
    expect(readFile(file('a.mp4', 'video/mp4', 200 * MB))).toMatchObject({ kind: 'video' })
  })

  it('refuses another kind than a place can show, and offers only that one', () => {
    expect(readFile(file('a.mp4', 'video/mp4'), ['image', 'document'])).toBe(
      'a.mp4 is a video; an image or a document is needed here.',
    )
    expect(acceptOf(['document'])).toEqual(['application/pdf', '.pdf'])
  })
})

describe('what it is called', () => {
  it.each([
    ['diwali_banner-2026 (1).jpg', 'Diwali banner 2026'],
    ['PRICE.LIST.v2.pdf', 'PRICE LIST v2'],
    ['दीवाली.png', 'दीवाली'],
    ['a.png', 'Image A'],
    ['.png', 'Image'],
    [`${'x'.repeat(200)}.png`, `X${'x'.repeat(119)}`],
  ])('%s', (name, title) => {
    expect(titleOf(name, 'image')).toBe(title)
  })

  it('gives sizes in words', () => {
    expect([1, 700_000, 1.5 * MB, 120.4 * MB].map(sizeInWords)).toEqual([
      '1 kB',
      '684 kB',
      '1.5 MB',
      '120 MB',
    ])
  })
})
