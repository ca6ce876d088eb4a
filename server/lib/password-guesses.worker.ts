// A thread of its own: its dictionaries take a second to load, and an estimate would hold the event loop.
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'
import type { Asked, Estimated } from './password-guesses.ts'

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...dictionary, ...english },
  graphs: adjacencyGraphs,
  translations,
})

parentPort?.on('message', ({ id, password, words }: Asked) => {
  const { guesses, feedback } = zxcvbn.check(password, [...words])
  parentPort?.postMessage({ id, guesses, why: feedback.warning || null } satisfies Estimated)
})
