import type { Address } from '../../contract/people/addresses.ts'

/** A quarter of each city of the demo with its PIN code; a test looks them up in the directory. */
export const QUARTERS: Readonly<Record<string, readonly [area: string, pincode: string]>> = {
  Mumbai: ['Andheri West', '400058'],
  Pune: ['Kothrud', '411038'],
  Nagpur: ['Gokulpeth', '440010'],
  Lucknow: ['Gomti Nagar', '226010'],
  Kanpur: ['Kaushalpuri', '208012'],
  Varanasi: ['Lanka', '221005'],
  Bengaluru: ['Koramangala', '560034'],
  Mysuru: ['Saraswathipuram', '570009'],
  Chennai: ['Raja Annamalaipuram', '600028'],
  Coimbatore: ['R.S. Puram', '641002'],
  Hyderabad: ['Kukatpally', '500072'],
  Warangal: ['Kasibugga', '506002'],
  Vijayawada: ['Moghalrajpuram', '520010'],
  Visakhapatnam: ['MVP Colony', '530017'],
  Kolkata: ['Bidhan Nagar', '700064'],
  Siliguri: ['Sevoke Road', '734001'],
  Ahmedabad: ['Jodhpur Char Rasta', '380015'],
  Surat: ['Vesu', '395007'],
  Jaipur: ['Malviya Nagar', '302017'],
  Jodhpur: ['Shastri Nagar', '342003'],
  Bhopal: ['Shivaji Nagar', '462016'],
  Indore: ['Vijay Nagar', '452010'],
  Patna: ['Ashok Nagar', '800020'],
  Ranchi: ['Lalpur', '834001'],
  Bhubaneswar: ['Saheed Nagar', '751007'],
  Raipur: ['Purani Basti', '492001'],
  Delhi: ['Laxmi Nagar', '110092'],
  Gurugram: ['Arjun Nagar', '122001'],
  Ludhiana: ['Sarabha Nagar', '141001'],
  Kochi: ['Kadavanthra', '682020'],
  Guwahati: ['Dispur', '781005'],
  Dehradun: ['Patel Nagar', '248001'],
  Shimla: ['Khalini', '171002'],
  Jammu: ['Gandhi Nagar', '180004'],
  Panaji: ['Altinho', '403001'],
}

const SHOPS = ['Main Market', 'Station Road', 'Temple Road', 'Bus Stand Road', 'Gandhi Chowk']
const LANDMARKS = ['Behind the post office', 'Opposite the primary school', 'Near the water tank']
/** A member who writes in Hindi: one of the labels shows it. */
const HINDI_WRITER = 7
const IN_HINDI = {
  recipient: 'विजय त्रिपाठी',
  line1: 'दुकान 14, स्टेशन रोड',
  landmark: 'डाकघर के पीछे',
}

type Member = { memberId: number; name: string; state: number; city: string; mobile: string }

/** Where the gifts of a member of the demo go: the same in every demo. */
export function addressOf({ memberId, name, state, city, mobile }: Member): Address {
  const quarter = QUARTERS[city]
  if (!quarter) throw new Error(`The demo has no quarter in ${city}.`)
  const [line2, pincode] = quarter
  const place = { line2, pincode, city, state, phone: mobile }
  if (memberId === HINDI_WRITER) return { ...IN_HINDI, ...place }
  return {
    recipient: name,
    line1: `Shop ${(memberId % 90) + 1}, ${SHOPS[memberId % SHOPS.length]}`,
    landmark: LANDMARKS[memberId % LANDMARKS.length],
    ...place,
  }
}
