import type { FastifyInstance } from 'fastify'
import * as files from '../../../../contract/money/bank-files.ts'
import * as findings from '../../../../contract/money/payment-alerts.ts'
import { askForDetails as askForDetailsEndpoint } from '../../../../contract/money/payment-details.ts'
import * as contract from '../../../../contract/money/payments.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as alerts from './reconcile/alert.service.ts'
import { pollProvider } from './dispatch/poll.service.ts'
import * as answers from './bank-file/bank-answer.service.ts'
import * as bank from './bank-file/bank-file.service.ts'
import { approvePayment, declinePayment } from './send/decide.service.ts'
import { askForDetails } from './send/details.service.ts'
import * as lists from './lists/payment-lists.service.ts'
import { paymentProviders } from './provider/providers.service.ts'
import { reinitiatePayments } from './send/reinitiate.service.ts'
import { sendPayments } from './send/send.service.ts'
import { giveUpPayment, settlePayment } from './reconcile/settle.service.ts'
import { paymentStory } from './lists/story.service.ts'
import { receiveWebhook } from './provider/webhook.service.ts'

export function paymentRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.pendingPayments, (reading, { query }) =>
    lists.pendingPayments(reading, query),
  )
  mountList(app, context, contract.completePayments, (reading, { query }) =>
    lists.completePayments(reading, query),
  )
  mountList(app, context, contract.failedPayments, (reading, { caller, query }) =>
    lists.failedPayments(reading, caller, query),
  )
  mount(app, contract.getPayment, ({ caller, params }) =>
    paymentStory(context, caller, params.redemptionId),
  )
  mount(app, contract.sendPayments, ({ caller, body, origin }) =>
    sendPayments(context, caller, body, origin),
  )
  mount(app, contract.reinitiatePayments, ({ caller, body, origin }) =>
    reinitiatePayments(context, caller, body, origin),
  )
  mount(app, contract.approvePayment, ({ caller, params, body, origin }) =>
    approvePayment(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.declinePayment, ({ caller, params, body, origin }) =>
    declinePayment(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.askProvider, ({ caller, params }) =>
    pollProvider(context, caller, params.paymentId),
  )
  mount(app, contract.settlePayment, ({ caller, params, body, origin }) =>
    settlePayment(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.giveUpPayment, ({ caller, params, body, origin }) =>
    giveUpPayment(context, caller, { ...params, ...body }, origin),
  )
  mount(app, askForDetailsEndpoint, ({ caller, params, body, origin }) =>
    askForDetails(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.paymentProviders, () => paymentProviders(context))
  mount(app, findings.paymentAlerts, ({ query }) => alerts.paymentAlertList(context, query))
  mount(app, findings.resolveAlert, ({ caller, params, body, origin }) =>
    alerts.resolveAlert(context, caller, { ...params, ...body }, origin),
  )
  mount(app, files.bankFiles, ({ query }) => bank.bankFiles(context, query))
  mount(app, files.makeBankFile, ({ caller, body, origin }) =>
    bank.makeBankFile(context, caller, body, origin),
  )
  mount(app, files.downloadBankFile, ({ caller, params, body, origin }) =>
    bank.downloadBankFile(context, caller, { ...params, ...body }, origin),
  )
  mount(app, files.previewBankAnswer, ({ caller, query, file, origin }) =>
    answers.previewBankAnswer(context, caller, { name: query.name, file }, origin),
  )
  mount(app, files.applyBankAnswer, ({ caller, params, body, origin }) =>
    answers.applyBankAnswer(context, caller, { ...params, ...body }, origin),
  )
  mount(app, files.razorpayxWebhook, ({ file, request }) =>
    receiveWebhook(context, file.bytes, request.headers),
  )
}
