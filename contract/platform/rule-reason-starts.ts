/** The reasons before anybody changed them. */
const row = (key: string, label: string, en: string, hi: string) => ({
  key,
  label,
  en,
  hi,
  active: true,
})

const OTHER = row('other', 'Something else', 'See the note.', 'टिप्पणी देखें।')

export const KYC_REFUSALS = [
  row(
    'unreadable',
    'Cannot be read',
    'The picture cannot be read. Take it again in good light.',
    'तस्वीर साफ़ नहीं है। अच्छी रोशनी में दोबारा लें।',
  ),
  row(
    'mismatch',
    'Does not match',
    'The details do not match the document.',
    'विवरण दस्तावेज़ से मेल नहीं खाते।',
  ),
  row(
    'name_differs',
    'Name differs',
    'The name differs from your other documents.',
    'नाम आपके अन्य दस्तावेज़ों से अलग है।',
  ),
  row(
    'expired',
    'No longer valid',
    'The document is no longer valid.',
    'दस्तावेज़ की वैधता समाप्त हो चुकी है।',
  ),
  row(
    'incomplete',
    'Incomplete',
    'A part of the document is missing or covered.',
    'दस्तावेज़ का कोई हिस्सा छूटा या ढका हुआ है।',
  ),
  row(
    'not_yours',
    'Somebody else’s',
    'The document belongs to somebody else.',
    'दस्तावेज़ किसी और का है।',
  ),
  row(
    'duplicate',
    'Used by another member',
    'This is already used by another member.',
    'यह पहले से किसी अन्य सदस्य द्वारा उपयोग में है।',
  ),
  OTHER,
]

export const REDEMPTION_REFUSALS = [
  row(
    'name_differs',
    'Account of somebody else',
    'The account is not in your name. Change it in your KYC and ask again.',
    'खाता आपके नाम पर नहीं है। केवाईसी में इसे बदलकर दोबारा अनुरोध करें।',
  ),
  row(
    'under_review',
    'Scans are being checked',
    'Your scans are being checked. Ask again when that is done.',
    'आपके स्कैन की जाँच हो रही है। जाँच पूरी होने पर दोबारा अनुरोध करें।',
  ),
  row(
    'gift_unavailable',
    'Gift not available',
    'The gift is not available now. Choose another one.',
    'यह उपहार अभी उपलब्ध नहीं है। कृपया कोई दूसरा चुनें।',
  ),
  row(
    'not_sent_there',
    'Gift not sent there',
    'The gift cannot be sent to your address.',
    'यह उपहार आपके पते पर नहीं भेजा जा सकता।',
  ),
  row(
    'by_mistake',
    'Asked by mistake',
    'The request was made by mistake.',
    'यह अनुरोध ग़लती से किया गया था।',
  ),
  OTHER,
]

const staffOnly = (key: string, label: string) => ({ key, label, active: true })
export const REVERSALS = [
  staffOnly('not_from_pack', 'Code not read from a pack'),
  staffOnly('shared_device', 'Several members on one device'),
  staffOnly('wrong_place', 'Place does not fit the member'),
  staffOnly('before_sale', 'Scanned before the pack was sold'),
  staffOnly('other', 'Something else'),
]
