import { z } from 'zod'
import { PROMOTION_HOURS } from '../../contract/platform/quiet-hours.ts'
import { listOf, setting, text, webAddress, whole, yesOrNo } from './kinds.ts'

export const MESSAGES = {
  SMS_WEBHOOK_URL: setting(
    webAddress.optional(),
    'Text messages are posted there as JSON, see [messages to one person](operations.md#messages-to-one-person).',
    'the demo’s outbox; none elsewhere',
  ),
  EMAIL_WEBHOOK_URL: setting(
    webAddress.optional(),
    'Mails are posted there as JSON. Invitations and links for a password go by e-mail and are shown on no page; without a mail channel `npm run admin -- link` prints them on the server.',
    'the demo’s outbox; none elsewhere',
  ),
  SMTP_URL: setting(
    z
      .url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@mail.example:587' })
      .optional(),
    'The mail server instead of `EMAIL_WEBHOOK_URL`: `smtp://user:password@mail.example:587` with STARTTLS, or `smtps://…` with TLS from the first byte.',
    'none',
  ),
  SMTP_HOST: setting(text.optional(), 'The mail server, in place of `SMTP_URL`.', 'none'),
  SMTP_PORT: setting(
    whole(1, 65_535).optional(),
    'Its port; 465 is TLS from the first byte.',
    '`587`',
  ),
  SMTP_USER: setting(text.optional(), 'The account on it.', 'none'),
  SMTP_PASSWORD: setting(text.optional(), 'The password of that account.', 'none'),
  SMTP_TLS: setting(
    yesOrNo.optional(),
    '`no`: STARTTLS is not asked for. For a relay on this machine only: mails carry one-time links.',
    '`yes`',
  ),
  MAIL_FROM: setting(
    z.email('must be an e-mail address').optional(),
    'The address that mails come from. The name beside it is that of the programme.',
    'none',
  ),
  MESSAGE_LINK_HOSTS: setting(
    listOf(
      z
        .string()
        .toLowerCase()
        .regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be hosts such as shop.example, or none'),
    ),
    'Hosts, separated by commas, that links in messages, banners and offers may lead to, beside that of `PUBLIC_URL`.',
    'none',
  ),
  PROMOTION_HOURS: setting(
    z
      .string()
      .regex(/^([01]?\d|2[0-3])-([01]?\d|2[0-4])$/, 'must be two hours of the day such as 10-21')
      .default(PROMOTION_HOURS)
      .transform((value) => value.split('-').map(Number))
      .transform(([from = 0, to = 24]) => ({ from, to }))
      .refine(({ from, to }) => from < to, 'must end later than it begins'),
    'The hours of India between which notifications go out by SMS or push.',
  ),
  NOTIFY_WEBHOOK_URL: setting(
    webAddress.optional(),
    'Messages of the page Notifications are posted there one by one; see [messages to many members](operations.md#messages-to-many-members). Without it they go to the inbox of the app only.',
    'the demo’s outbox; none elsewhere',
  ),
}
