import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/media.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { finishUpload, setPoster } from './finish.service.ts'
import { mediaFile } from './media-files.service.ts'
import * as media from './media.service.ts'
import * as uploads from './uploads.service.ts'

export function mediaRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listMedia, (reading, { query }) =>
    media.listMedia(reading, query),
  )
  mount(app, contract.mediaTags, () => media.mediaTags(context))
  mount(app, contract.getMedia, ({ params }) => media.getMedia(context, params.mediaId))
  mount(app, contract.changeMedia, ({ caller, params, body, origin }) =>
    media.changeMedia({ context, caller, origin }, params.mediaId, body),
  )
  mount(app, contract.deleteMedia, ({ caller, params, origin }) =>
    media.deleteMedia({ context, caller, origin }, params.mediaId),
  )
  mount(app, contract.beginMediaUpload, ({ caller, body }) =>
    uploads.beginUpload(context, caller, body),
  )
  mount(app, contract.sendMediaPiece, ({ caller, params, file }) =>
    uploads.takePiece(context, caller, { ...params, bytes: file.bytes }),
  )
  mount(app, contract.getMediaUpload, ({ caller, params }) =>
    uploads.getUpload(context, caller, params.uploadId),
  )
  mount(app, contract.finishMediaUpload, ({ caller, params, body, origin }) =>
    finishUpload({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.dropMediaUpload, ({ caller, params }) =>
    uploads.dropUpload(context, caller, params.uploadId),
  )
  mount(app, contract.setVideoPoster, ({ caller, params, file, origin }) =>
    setPoster({ context, caller, origin }, params.mediaId, file),
  )
  mount(app, contract.mediaFile, ({ params, request }) => mediaFile(context, params.name, request))
}
