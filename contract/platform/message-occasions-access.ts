import { mailOccasion, smsOccasion } from './message-occasion.ts'

const code = { label: 'One-time password', example: '482913', kind: 'code', needed: true } as const
const minutes = { label: 'Minutes until it ends', example: '5' } as const
const link = {
  label: 'One-time link',
  example: 'https://hil.example/reset/kX3v9QpL',
  kind: 'link',
  needed: true,
} as const
const hours = { label: 'Hours until the link ends', example: '24' } as const
const moment = { label: 'Day and time, IST', example: '2 Nov 2026, 14:05' } as const

/** Messages by which somebody comes in, or is told that access changed. */
export const ACCESS_OCCASIONS = {
  sign_in_otp: smsOccasion({
    group: 'One-time passwords',
    label: 'Signing in',
    when: 'A member asks for a one-time password to sign in.',
    variables: { code, minutes },
    en: '{code} is your one-time password for the {programme} app. It ends in {minutes} minutes.',
    hi: '{code} {programme} ऐप के लिए आपका वन-टाइम पासवर्ड है। यह {minutes} मिनट में समाप्त हो जाएगा।',
  }),
  join_otp: smsOccasion({
    group: 'One-time passwords',
    label: 'Joining',
    when: 'Somebody asks for a one-time password to join; in the first language of the programme.',
    variables: { code, minutes },
    en: '{code} is your one-time password to join {programme}. It ends in {minutes} minutes.',
    hi: '{code} {programme} से जुड़ने के लिए आपका वन-टाइम पासवर्ड है। यह {minutes} मिनट में समाप्त हो जाएगा।',
  }),
  known_number: smsOccasion({
    group: 'One-time passwords',
    label: 'Joining with a number that is registered',
    when: 'Somebody asks to join with the number of a member.',
    variables: {},
    en: 'This number is registered for the {programme} app already. Open the app and sign in with it.',
    hi: 'यह नंबर {programme} ऐप में पहले से पंजीकृत है। ऐप खोलें और इसी नंबर से साइन इन करें।',
  }),
  mobile_otp: smsOccasion({
    group: 'One-time passwords',
    label: 'Confirming a new mobile number',
    when: 'Staff change a member’s mobile number; sent to the new number.',
    variables: { code, minutes },
    en: '{code} confirms this number for your {programme} rewards account. Read it out to our helpdesk only if you asked for the change. It ends in {minutes} minutes.',
    hi: '{code} {programme} के आपके रिवॉर्ड खाते के लिए इस नंबर की पुष्टि करता है। इसे हमारे हेल्पडेस्क को तभी बताएं जब आपने बदलाव माँगा हो। यह {minutes} मिनट में समाप्त हो जाएगा।',
  }),
  mobile_changed: smsOccasion({
    group: 'One-time passwords',
    label: 'Mobile number changed',
    when: 'A member’s mobile number was changed; sent to the old number.',
    variables: { ending: { label: 'Last digits of the new number', example: '42' } },
    en: 'The mobile number of your {programme} rewards account was changed to one ending in {ending}. If this was not you, call our helpdesk at once.',
    hi: '{programme} के आपके रिवॉर्ड खाते का मोबाइल नंबर बदल दिया गया है; नए नंबर के अंतिम अंक {ending} हैं। यदि यह आपने नहीं किया, तो तुरंत हमारे हेल्पडेस्क को कॉल करें।',
  }),

  invitation: mailOccasion({
    group: 'Dashboard accounts',
    label: 'Invitation',
    when: 'An account of the dashboard is made, or gets a new one-time link.',
    variables: { name: { label: 'Name of the person', example: 'Asha Rao' }, link, hours },
    en: {
      subject: 'Your account for the {programme} dashboard',
      body: 'Hello {name},\n\nset the password of your account for the {programme} dashboard here: {link} (good for {hours} hours, once)\n\nIf you do not know why you get this, do not open the link.',
    },
    hi: {
      subject: '{programme} डैशबोर्ड का आपका खाता',
      body: 'नमस्ते {name},\n\n{programme} डैशबोर्ड के अपने खाते का पासवर्ड यहाँ बनाएँ: {link} ({hours} घंटे तक, केवल एक बार चलेगा)\n\nयदि आप नहीं जानते कि यह क्यों आया, तो लिंक न खोलें।',
    },
  }),
  account_proposed: mailOccasion({
    group: 'Dashboard accounts',
    label: 'Change of an account proposed',
    when: 'Somebody proposes a change of an account; sent to that account, and to everybody where nobody else can approve it.',
    variables: {
      by: { label: 'Who proposed it', example: 'Asha Rao' },
      what: {
        label: 'What is proposed',
        example: 'A new account for Ravi Nair, ravi@hil.example, as Finance.',
        needed: true,
      },
      when: {
        label: 'When it takes effect',
        example: 'It takes effect once a second person approves it.',
        needed: true,
      },
    },
    en: {
      subject: 'A change of an account of the {programme} dashboard is proposed',
      body: '{by} proposes: {what} {when}\n\nIf this is wrong, tell your administrators now.',
    },
    hi: {
      subject: '{programme} डैशबोर्ड के एक खाते में बदलाव का प्रस्ताव',
      body: '{by} का प्रस्ताव: {what} {when}\n\nअगर यह गलत है, तो अभी अपने एडमिन को बताएँ।',
    },
  }),
  password_reset: mailOccasion({
    group: 'Dashboard accounts',
    label: 'Forgotten password',
    when: 'Somebody asks for a link to set a new password.',
    variables: { link, hours },
    en: {
      subject: 'A new password for the {programme} dashboard',
      body: 'Set a new password for the {programme} dashboard: {link} (good for {hours} hours, once)',
    },
    hi: {
      subject: '{programme} डैशबोर्ड का नया पासवर्ड',
      body: '{programme} डैशबोर्ड का नया पासवर्ड यहाँ बनाएँ: {link} ({hours} घंटे तक, केवल एक बार चलेगा)',
    },
  }),
  security_change: mailOccasion({
    group: 'Dashboard accounts',
    label: 'Change of what opens an account',
    when: 'The password, the second factor or the e-mail of an account was changed, or somebody signed in from a browser that was not known.',
    variables: {
      what: { label: 'What happened', example: 'Your password was changed.', needed: true },
      moment,
      link: {
        ...link,
        label: 'Link to say “This was not me”',
        example: 'https://hil.example/not-me/kX3v9QpL',
      },
      days: { label: 'Days until the link ends', example: '7' },
    },
    en: {
      subject: 'Your account for the {programme} dashboard: a security change',
      body: '{moment} IST: {what}\n\nIf this was not you, say so here: {link} (good for {days} days, once). All your sessions end, and your password no longer opens the account.',
    },
    hi: {
      subject: '{programme} डैशबोर्ड का आपका खाता: सुरक्षा में बदलाव',
      body: '{moment} IST: {what}\n\nअगर यह आपने नहीं किया, तो यहाँ बताएँ: {link} ({days} दिन तक, केवल एक बार चलेगा)। आपके सभी सेशन बंद हो जाएँगे और पासवर्ड से खाता नहीं खुलेगा।',
    },
  }),
  password_refused: mailOccasion({
    group: 'Dashboard accounts',
    label: 'Password not changed',
    when: 'A new password was refused by the rules for passwords.',
    variables: {
      moment,
      reason: { label: 'Why it was refused', example: 'Password must be at least 6 characters' },
    },
    en: {
      subject: 'Your password for the {programme} dashboard was not changed',
      body: 'Your password for the {programme} dashboard was not changed ({moment} IST): {reason} Your old password still works.',
    },
    hi: {
      subject: '{programme} डैशबोर्ड का आपका पासवर्ड नहीं बदला',
      body: '{programme} डैशबोर्ड का आपका पासवर्ड नहीं बदला ({moment} IST): {reason} आपका पुराना पासवर्ड ही चलेगा।',
    },
  }),
} as const
