import type { FastifyInstance } from 'fastify'
import * as approval from '../../../../contract/desk/notification-approval.ts'
import * as own from '../../../../contract/desk/member-inbox.ts'
import * as contract from '../../../../contract/desk/notifications.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { countAudience } from '../../people/audience/index.ts'
import { channelsHere } from './content-checks.ts'
import { listDeliveries } from './deliveries.service.ts'
import * as drafts from './drafts.service.ts'
import * as inbox from './member-inbox.service.ts'
import * as service from './notifications.service.ts'
import * as steps from './steps.service.ts'
import { tryOut } from './try-out.service.ts'

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  memberRoutes(app, context)
  stepRoutes(app, context)
  mount(app, contract.countAudience, ({ body }) => countAudience(context, body.audience))
  mount(app, contract.listChannels, async () => channelsHere(context))
  mountList(app, context, contract.listNotifications, (reading, { query }) =>
    service.listNotifications(reading, query),
  )
  mount(app, contract.getNotification, ({ params }) =>
    service.getNotification(context, params.notificationId),
  )
  mount(app, contract.saveNotification, ({ caller, body, origin }) =>
    drafts.saveDraft(context, caller, body, origin),
  )
  mount(app, contract.deleteNotification, ({ caller, params, origin }) =>
    drafts.deleteDraft(context, caller, params.notificationId, origin),
  )
  mount(app, contract.testNotification, ({ caller, params, body, origin }) =>
    tryOut({ context, caller, origin }, { ...params, ...body }),
  )
  mountList(app, context, contract.listDeliveries, (reading, { params, query }) =>
    listDeliveries(reading, params.notificationId, query),
  )
}

function stepRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.scheduleNotification, ({ caller, params, body, origin }) =>
    steps.scheduleNotification({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.unscheduleNotification, ({ caller, params, origin }) =>
    steps.unscheduleNotification({ context, caller, origin }, params.notificationId),
  )
  mount(app, approval.approveNotification, ({ caller, params, body, origin }) =>
    steps.approveNotification({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, approval.rejectNotification, ({ caller, params, body, origin }) =>
    steps.rejectNotification({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.stopNotification, ({ caller, params, body, origin }) =>
    steps.stopNotification({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.resumeNotification, ({ caller, params, body, origin }) =>
    steps.resumeNotification({ context, caller, origin }, { ...params, ...body }),
  )
}

function memberRoutes(app: FastifyInstance, context: Context): void {
  mount(app, own.memberInbox, ({ caller, query }) => inbox.myInbox(context, caller, query))
  mount(app, own.memberUnread, ({ caller }) => inbox.myUnread(context, caller))
  mount(app, own.readNotification, ({ caller, params }) =>
    inbox.readMine(context, caller, params.notificationId),
  )
}
