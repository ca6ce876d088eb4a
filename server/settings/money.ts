import { z } from 'zod'
import { setting, text, webAddress, whole } from './kinds.ts'

export const MONEY = {
  PAYOUT_KEY_ID: setting(
    text.optional(),
    'The id of the API key of RazorpayX. Key id, key secret, account and webhook secret are set together or not at all; without them payments go by bank file only. The demo starts a simulator instead. [payments.md](payments.md)',
    'none',
  ),
  PAYOUT_KEY_SECRET: setting(text.optional(), 'The secret of that key.', 'none'),
  PAYOUT_ACCOUNT: setting(
    text.optional(),
    'The number of the account at RazorpayX that payouts leave.',
    'none',
  ),
  PAYOUT_WEBHOOK_SECRET: setting(
    z.string().min(8, 'must have at least 8 characters').optional(),
    'At least 8 characters: the secret of the webhook that points at `/api/webhooks/razorpayx`.',
    'none',
  ),
  PAYOUT_URL: setting(
    webAddress.default('https://api.razorpay.com'),
    'The address of the provider’s API; plain `http:` on this machine only.',
  ),
  PAYOUTS_PER_SECOND: setting(
    whole(1, 50).default(5),
    'Requests to the provider a second; RazorpayX asks for 5 to 10.',
  ),
  PAYOUT_TIMEOUT_SECONDS: setting(
    whole(1, 300).default(30),
    'An answer that takes longer counts as lost, and the provider is asked what became of the payment.',
  ),
  PAYOUT_POLL_SECONDS: setting(
    whole(1, 86_400).default(60),
    'When the provider is first asked about a payment of which no event told; each further question waits longer.',
  ),
  TAX_PAYMENT_CODE: setting(
    z.string().trim().max(20).optional(),
    'The numeric payment code of tax on benefits in Form 140, where the rule in force has none of its own. At most 20 characters. Ask your accountant: nothing is assumed. It is written on each benefit when it is given.',
    'none',
  ),
}
