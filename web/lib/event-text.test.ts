import { expect, test } from 'vitest'
import { eventReader } from './event-text.ts'

const TEXT = [
  ': here\n\n',
  'id: k1.5:7:5,6\nevent: scans\ndata: [{"name":"ए: b\\n\\nc"}]\n\n',
  ': here\nid: k2.8:8:\n\n',
  'retry: 1200\nevent: bye\ndata: null\n\n',
].join('')

test('events are the same wherever the text is cut', () => {
  const whole = eventReader()(TEXT)
  expect(whole.retryMs).toBe(1200)
  expect(whole.events).toEqual([
    { event: '', data: undefined, id: undefined },
    { event: 'scans', data: [{ name: 'ए: b\n\nc' }], id: 'k1.5:7:5,6' },
    { event: '', data: undefined, id: 'k2.8:8:' },
    { event: 'bye', data: null, id: undefined },
  ])
  for (let cut = 0; cut <= TEXT.length; cut++) {
    const read = eventReader()
    const parts = [read(TEXT.slice(0, cut)), read(TEXT.slice(cut))]
    expect(parts.flatMap(({ events }) => events)).toEqual(whole.events)
  }
})

test('an event that is not whole yet is no event, and does not move the place on', () => {
  const read = eventReader()
  expect(read('id: k9.1:1:\nevent: scans\ndata: [1]\n').events).toEqual([])
  expect(read('\n').events).toEqual([{ event: 'scans', data: [1], id: 'k9.1:1:' }])
})
