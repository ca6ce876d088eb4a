import type pg from 'pg'

/** Values that filters, searches and addresses are given: taken from the data, so that they find rows. */
export type Samples = Record<string, (string | number)[]>

const TAKEN: Record<string, string> = {
  member: `select member_id from member_account order by seq desc limit 5`,
  members: `select member_id from member where member_id % 977 = 3 limit 40`,
  retailer: `select retailer_id from handling_charge group by 1 order by count(*) desc limit 5`,
  mobile: `select mobile from member where member_id % 977 = 5 and erased_at is null limit 40`,
  memberCode: `select code from member where member_id % 977 = 7 limit 40`,
  name: `select lower(split_part(name, ' ', 1)) from member where member_id % 977 = 9 and erased_at is null limit 40`,
  staffName: `select lower(split_part(name, ' ', 1)) from staff limit 40`,
  batch: `select batch_id from coupon_batch where batch_id % 53 = 1 and status in ('printed', 'closed')
    order by batch_id desc limit 40`,
  distributor: `select distributor_id from distributor where distributor_id % 7 = 1 limit 40`,
  distributorCode: `select code from distributor where distributor_id % 7 = 1 limit 40`,
  distributorName: `select lower(split_part(name, ' ', 1)) from distributor limit 40`,
  scheme: `select scheme_id from scheme order by scheme_id limit 40`,
  rule: `select distinct rule_id from rollup_charge limit 40`,
  reviewer: `select distinct decided_by from kyc where decided_by is not null limit 20`,
  staff: `select staff_id from staff order by staff_id limit 40`,
  subject: `select distinct subject from audit limit 40`,
  action: `select distinct action from audit limit 40`,
  subjectId: `select subject_id from audit where seq % 977 = 1 limit 40`,
  gift: `select gift_id from gift limit 40`,
  giftCode: `select code from gift limit 40`,
  redemption: `select number from redemption tablesample system (5) limit 40`,
  redemptionId: `select redemption_id from redemption tablesample system (5) limit 40`,
  payment: `select number from payment tablesample system (5) limit 40`,
  utr: `select utr from payment tablesample system (5) where length(utr) >= 6 limit 40`,
  enquiry: `select number from enquiry tablesample system (5) limit 40`,
  enquiryId: `select enquiry_id from enquiry tablesample system (5) limit 40`,
  dispute: `select number from enquiry where category = 'dispute' limit 40`,
  disputeId: `select enquiry_id from dispute limit 40`,
  employee: `select employee_code from worker limit 40`,
  workerId: `select staff_id from worker limit 40`,
  upload: `select upload_id from onboarding_upload where state = 'applied' order by upload_id desc limit 40`,
  openUpload: `select distinct upload_id from onboarding_row where state = 'open' order by 1 desc limit 40`,
  onboardingCode: `select code from onboarding_row where verdict = 'refused' and state = 'open' limit 40`,
  productGroup: `select name from product_group`,
  plantCode: `select code from plant`,
  productCode: `select code from product`,
  territoryCode: `select code from territory`,
  tag: `select distinct unnest(tags) from media limit 40`,
  media: `select title from media limit 40`,
  mediaId: `select media_id from media limit 40`,
  offer: `select title_en from offer limit 40`,
  offerId: `select offer_id from offer limit 40`,
  notification: `select title_en from notification limit 40`,
  notificationId: `select notification_id from notification where started_at is not null
    order by audience_count desc limit 5`,
  schemeName: `select lower(name) from scheme limit 40`,
  tracking: `select tracking_number from parcel limit 40`,
  scan: `select id from scan tablesample system (0.1) limit 40`,
  scanOf: `select member_id || '/' || id from scan tablesample system (0.1) limit 40`,
  transferRef: `select ref from transfer tablesample system (0.1) limit 40`,
  coupon: `select batch_id || '/' || serial from coupon tablesample system (0.1) where status = 3
    and batch_id in (select batch_id from coupon_batch where sealed_key <> '') -- not of a run's scans
    order by random() limit 200`,
  month: `select to_char(month, 'YYYY-MM-DD') from settlement_month order by month desc limit 6`,
  paymentId: `select payment_id from payment tablesample system (5) limit 40`,
  chargeScan: `select scan_id from handling_charge limit 40`,
  auditSeq: `select seq from audit where seq % 977 = 1 limit 40`,
}

export async function takeSamples(client: pg.ClientBase): Promise<Samples> {
  const samples: Samples = {}
  for (const [name, text] of Object.entries(TAKEN)) {
    const rows = await some(client, text)
    const values = rows.flatMap(([value]) =>
      typeof value === 'number' || typeof value === 'string' ? [value] : [],
    )
    if (values.length === 0) throw new Error(`The data has no ${name} to ask a list for.`)
    samples[name] = values
  }
  return samples
}

/** A part of the table's pages; of a small one, whose few pages chance may pass by, all of them. */
async function some(client: pg.ClientBase, text: string): Promise<(string | number)[][]> {
  const ask = async (asked: string) => {
    const { rows } = await client.query<(string | number)[]>({ text: asked, rowMode: 'array' })
    return rows
  }
  const rows = await ask(text)
  return rows.length > 0 ? rows : ask(text.replace(/system \([\d.]+\)/, 'system (100)'))
}
