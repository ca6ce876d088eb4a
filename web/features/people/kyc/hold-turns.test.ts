import { expect, test } from 'vitest'
import { inTurn } from './hold-turns.ts'

test('what is asked for one submission is done in its order, also after a failure', async () => {
  const done: string[] = []
  const slow = Promise.withResolvers<void>()
  const act =
    (name: string, before: Promise<unknown> = Promise.resolve()) =>
    async () => {
      await before
      done.push(name)
      if (name === 'leave') throw new Error('The network is away.')
      return name
    }
  const all = [
    inTurn(1, act('open', slow.promise)),
    inTurn(1, act('leave')),
    inTurn(1, act('open again')),
  ]
  await inTurn(2, act('another'))
  expect(done).toEqual(['another'])
  slow.resolve()
  const settled = await Promise.allSettled(all)
  expect(done).toEqual(['another', 'open', 'leave', 'open again'])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
