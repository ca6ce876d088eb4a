import { vi } from 'vitest'
import type { TestServer } from '../../../test/server.ts'
import { mailsTo } from '../../people/staff/test-support.ts'

const LINK = /\S+\/not-me\/([\w-]+)/

/** The secret of the newest link "this was not me" in a mailbox, once a mail with these words is there. */
export const notMeLink = (server: TestServer, email: string, words: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const mail = (await mailsTo(server, email)).find((text) => text.includes(words))
      const found = mail && LINK.exec(mail)?.[1]
      if (!found) throw new Error(`No mail with “${words}” came to ${email}.`)
      return found
    },
    { timeout: 20_000 },
  )
