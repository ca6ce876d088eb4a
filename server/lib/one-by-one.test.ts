import { expect, test } from 'vitest'
import { makeLog } from '../log.ts'
import { AppError } from './app-error.ts'
import { eachOnce, oneByOne } from './one-by-one.ts'

const told: string[] = []
const log = makeLog({ LOG_LEVEL: 'error' }, { write: (line) => void told.push(line) })
const words = { logged: 'thing not done among many', didNot: 'done' }

test('what fails is told beside the others in order, and ends nothing', async () => {
  const begun: string[] = []
  const selected = ['1', '2', '3', '4'].map((id) => ({ id, number: `N${id}` }))
  const work = async ({ id }: { id: string }): Promise<void> => {
    begun.push(id)
    if (id === '2') throw new AppError('conflict', 'N2 is done already.')
    if (id === '3') throw new Error('The disk is full.')
  }
  expect(await oneByOne({ log }, selected, work, words)).toEqual({
    done: [selected[0], selected[3]],
    left: [
      { ...selected[1], reason: 'N2 is done already.' },
      {
        ...selected[2],
        reason: 'Something went wrong on the server. It was not done: try it again.',
      },
    ],
  })
  expect(begun).toEqual(['1', '2', '3', '4'])
  // A refusal is no trouble of the server; what was not foreseen is, with what it was.
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { one: { id: '3', number: 'N3' }, msg: words.logged, err: { message: 'The disk is full.' } },
  ])
})

test('one begins when the one before it has ended', async () => {
  let running = 0
  let most = 0
  const work = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  }
  await oneByOne({ log }, [{ id: '1' }, { id: '2' }, { id: '3' }], work, words)
  expect(most).toBe(1)
})

test('those wanted come each once and in their order; one that is not there refuses all', () => {
  const found = ['1', '2', '3'].map((id) => ({ id }))
  const how = { idOf: ({ id }: { id: string }) => id, what: 'Thing' }
  expect(eachOnce(['3', '1', '3'], found, how)).toEqual([{ id: '3' }, { id: '1' }])
  expect(() => eachOnce(['3', '4'], found, how)).toThrow('Thing 4 was not found.')
})
