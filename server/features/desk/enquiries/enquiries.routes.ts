import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/desk/enquiries.ts'
import { assignEnquiries as assignManyContract } from '../../../../contract/desk/enquiry-assign.ts'
import * as memberContract from '../../../../contract/desk/member-enquiries.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { assignEnquiries } from './assign-many.service.ts'
import { attachmentPage, uploadAttachment } from './attachments.service.ts'
import * as canned from './canned.service.ts'
import * as service from './enquiries.service.ts'
import * as member from './member-enquiries.service.ts'
import * as staff from './staff-enquiries.service.ts'

export function enquiryRoutes(app: FastifyInstance, context: Context): void {
  memberRoutes(app, context)
  readingRoutes(app, context)
  mount(app, contract.openEnquiry, ({ caller, body, origin }) =>
    staff.openEnquiry(context, caller, body, origin),
  )
  mount(app, contract.assignEnquiry, ({ caller, params, body, origin }) =>
    staff.assignEnquiry(context, { caller, origin, ...params }, body.ownerId),
  )
  mount(app, assignManyContract, ({ caller, body, origin }) =>
    assignEnquiries(context, { caller, origin }, body),
  )
  mount(app, contract.answerEnquiry, ({ caller, params, body, origin }) =>
    staff.answerEnquiry(context, { caller, origin, ...params }, body),
  )
  mount(app, contract.noteEnquiry, ({ caller, params, body, origin }) =>
    staff.noteEnquiry(context, { caller, origin, ...params }, body),
  )
  mount(app, contract.resolveEnquiry, ({ caller, params, body, origin }) =>
    staff.resolveEnquiry(context, { caller, origin, ...params }, body.reason),
  )
  mount(app, contract.reopenEnquiry, ({ caller, params, body, origin }) =>
    staff.reopenEnquiry(context, { caller, origin, ...params }, body.reason),
  )
  mount(app, contract.recategoriseEnquiry, ({ caller, params, body, origin }) =>
    staff.recategoriseEnquiry(context, { caller, origin, ...params }, body.category),
  )
  mount(app, contract.listCannedAnswers, () => canned.listCanned(context))
  mount(app, contract.saveCannedAnswer, ({ caller, body, origin }) =>
    canned.saveCanned(context, caller, body, origin),
  )
  mount(app, contract.deleteCannedAnswer, ({ caller, params, origin }) =>
    canned.deleteCanned(context, caller, params.cannedId, origin),
  )
}

function readingRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listEnquiries, (reading, { caller, query }) =>
    service.listEnquiries(reading, caller, query),
  )
  mount(app, contract.enquiryCounts, ({ caller }) => service.enquiryCounts(context, caller))
  mount(app, contract.getEnquiry, ({ caller, params }) =>
    service.getEnquiry(context, caller, params.enquiryId),
  )
  mount(app, contract.enquiryOwners, () => service.enquiryOwners(context))
  mount(app, contract.enquiryAttachmentPage, ({ caller, params, query }) =>
    attachmentPage(context, caller, params, query.ticket),
  )
}

function memberRoutes(app: FastifyInstance, context: Context): void {
  mount(app, memberContract.uploadEnquiryAttachment, ({ caller, file }) =>
    uploadAttachment(context, caller, file),
  )
  mount(app, memberContract.openMemberEnquiry, ({ caller, body, origin }) =>
    member.openMemberEnquiry(context, caller, body, origin),
  )
  mount(app, memberContract.listMemberEnquiries, ({ caller, query }) =>
    member.listMine(context, caller, query),
  )
  mount(app, memberContract.getMemberEnquiry, ({ caller, params }) =>
    member.getMine(context, caller, params.enquiryId),
  )
  mount(app, memberContract.writeMemberEnquiry, ({ caller, params, body }) =>
    member.writeMemberEnquiry(context, caller, { ...params, ...body }),
  )
}
