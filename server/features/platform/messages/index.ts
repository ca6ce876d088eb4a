// What other rooms may use of this one.
export { CHANNEL_SETTINGS, channelTrouble, needChannel } from './channel.ts'
export { message, type Message } from './message.ts'
export type { Noticed, NotifyChannel } from './notify.ts'
export { type Recipient, type Sending, sendMessage } from './send.service.ts'
export { proposeTemplate } from './template-changes.service.ts'
export { changedTexts } from './templates.service.ts'
