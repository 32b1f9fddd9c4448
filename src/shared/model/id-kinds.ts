const sessionNames = ['session', 'sess', 'call', 'uu']
const foreignNames = [
  ...['app', 'application', 'task', 'user', 'corp', 'crop', 'model', 'scene', 'modelscene', 'image'],
  ...['tts', 'request', 'req', 'trace', 'span', 'transaction', 'correlation', 'job', 'device', 'tenant', 'account'],
  ...['customer', 'client', 'message', 'msg', 'event', 'order', 'profile', 'avatar', 'commit', 'build', 'token'],
]

const uuid = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi
const digits = /(?<!\d)\d{15,32}(?!\d)/g
// Short digits count only as a whole line or a whole cell.
const shortDigits = /(?<=(?:^|[,;\t|\n\r])[ "'[\]()]{0,8})\d{1,14}(?=[ "'[\]()]{0,8}(?:[,;\t|\n\r]|$))/g

/** The kind of the wanted ids, and how to distinguish them from other ids. */
export interface IdKind {
  /** Names without "id", in lower case. */
  readonly wanted: readonly string[]
  readonly others: readonly string[]
  /** Standing of an id under the bare name "id". */
  readonly bare: 'wanted' | 'none'
  /** Names under which an id can have any form. */
  readonly freeName: RegExp
  /** A shorter value of a free form is more likely a row number than an id of the service. */
  readonly minLikelyLength: number
  /** Forms that are ids anywhere in a text; `likelyForm` is the form of likely wanted ids. */
  readonly forms: readonly RegExp[]
  readonly likelyForm: RegExp
  /** Values under a secret's name are still offered, because only digits are ids, and "key" is also a name of rows. */
  readonly offersSecrets: boolean
  /** Links that end in an id. */
  readonly link: RegExp | null
}

/** Source: `service-api.md §GET /getConversationById`, `§GET /sessionStop` (`uuid`). */
export const idKinds = {
  conversation: {
    wanted: ['conversation'],
    others: [...foreignNames, ...sessionNames],
    bare: 'wanted',
    freeName: /id$/i,
    minLikelyLength: 1,
    forms: [digits, shortDigits],
    likelyForm: digits,
    offersSecrets: true,
    link: null,
  },
  session: {
    wanted: sessionNames,
    others: [...foreignNames, 'conversation'],
    bare: 'none',
    freeName: /sess(?:ion)?[ _.-]?(?:uu)?id$/i,
    minLikelyLength: 8,
    forms: [uuid, digits],
    likelyForm: uuid,
    offersSecrets: false,
    link: /greenroom:\/\/session\/([^\s?#"'`<>\\,;()[\]{}/]{1,256})/gi,
  },
} as const satisfies Readonly<Record<string, IdKind>>

/** secret: a secret value, which is not offered; other: an id of a different kind; none: no name decides. */
export type Standing = 'wanted' | 'other' | 'secret' | 'none'

const secretWord = /(?:key|secret|token|password|passwd|pwd|bearer|authorization|credentials?|signature|cookie)s?$/
const idWord = /^(?:uu|gu)?ids?$/
const runOn = /^([a-z]{3,24}?)(?:uu|gu)?ids?$/
const lastTerms = /(?:([a-z\d]{1,40})([ _.-]{1,4}))?([a-z\d]{1,40})[ _.-]{0,4}$/i

function standingOfWord(word: string, { wanted, others }: IdKind): Standing {
  const singular = word.replace(/s$/, '')
  if (wanted.includes(word) || wanted.includes(singular)) return 'wanted'
  return others.includes(word) || others.includes(singular) ? 'other' : 'none'
}

/**
 * The standing of an id under a word followed by "id". An unknown word joined to "id" without a space is a name of a
 * different kind.
 */
function standingOfPair(before: string | undefined, joint: string, kind: IdKind): Standing | 'bare' {
  if (before === undefined) return 'bare'
  const standing = standingOfWord(before.toLowerCase(), kind)
  if (standing !== 'none') return standing
  return joint.includes(' ') ? 'bare' : 'other'
}

/** bare: the name only says that the value is an id. */
export function standingOfName(name: string, kind: IdKind): Standing | 'bare' {
  const words = lastTerms.exec(name.replace(/([a-z\d])(?=[A-Z])/g, '$1_'))
  if (words === null) return 'none'
  const [, before, joint = '', lastWord = ''] = words
  const last = lastWord.toLowerCase()
  if (secretWord.test(last)) return 'secret'
  if (idWord.test(last)) return standingOfPair(before, joint, kind)
  const joined = runOn.exec(last)?.[1]
  return standingOfWord(joined !== undefined && standingOfWord(joined, kind) !== 'none' ? joined : last, kind)
}

/** A name such as "uuid" has the standing of the word "uu" in the kind's names. */
export function standingOfBare(name: string, kind: IdKind): Standing {
  return /(?:uu|gu)ids?$/i.test(name) ? standingOfWord('uu', kind) : kind.bare
}
