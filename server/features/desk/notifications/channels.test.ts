import { expect, test } from 'vitest'
import { listChannels } from '../../../../contract/desk/notifications.ts'
import { testServer } from '../../../test/server.ts'
import { channelsHere } from './content-checks.ts'

test('an installation says which channels it has: SMS and push only where they are set up', async () => {
  const server = await testServer({ ROLE: 'web', NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:9/notify' })
  const { token } = await server.staff('marketing')
  const { status, body } = await server.call(listChannels, { token })
  expect([status, body]).toEqual([
    200,
    { aloneMembers: 500, channels: ['inbox', 'webhook'], promotionHours: { from: 10, to: 21 } },
  ])
  const channels = { ...server.context.channels, notify: null }
  expect(channelsHere({ ...server.context, channels }).channels).toEqual(['inbox'])
  await server.stop()
})
