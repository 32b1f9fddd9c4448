const sessionNames = ['session', 'sess', 'call', 'uu']
const foreignNames = [
  ...['app', 'application', 'task', 'user', 'corp', 'crop', 'model', 'scene', 'modelscene', 'image'],
  ...['tts', 'request', 'req', 'trace', 'span', 'transaction', 'correlation', 'job', 'device', 'tenant', 'account'],
  ...['customer', 'client', 'message', 'msg', 'event', 'order', 'profile', 'avatar', 'commit', 'build', 'token'],
]

const uuid = /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f])/gi
const digits = /(?<!\d)\d{15,32}(?!\d)/g
// All of a line or of a cell.
const shortDigits = /(?<=(?:^|[,;\t|\n\r])[ "'[\]()]{0,8})\d{1,14}(?=[ "'[\]()]{0,8}(?:[,;\t|\n\r]|$))/g

/** Whose ids are wanted, and how they are told from others. */
export interface IdKind {
  /** Names without "id", in lower case. */
  readonly wanted: readonly string[]
  readonly others: readonly string[]
  /** What an id under the bare name "id" is. */
  readonly bare: 'wanted' | 'none'
  /** Names under which an id may have any form. */
  readonly freeName: RegExp
  /** Shorter ones of a free form are rather a number of a row than an id of the service. */
  readonly minLikelyLength: number
  /** Forms that are ids wherever they stand, and those of them that are likely the wanted ones. */
  readonly forms: readonly RegExp[]
  readonly likelyForm: RegExp
  /** What stands under a secret's name is offered all the same: only digits are ids, and "key" is a name of rows too. */
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

/** secret: it opens something, and is not even offered; other: an id of something else; none: nothing is said. */
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

/** The standing of an id under a word and its "id"; an unknown word that is one with its "id" is a name too. */
function standingOfPair(before: string | undefined, joint: string, kind: IdKind): Standing | 'bare' {
  if (before === undefined) return 'bare'
  const standing = standingOfWord(before.toLowerCase(), kind)
  if (standing !== 'none') return standing
  return joint.includes(' ') ? 'bare' : 'other'
}

/** bare: the name says only that it is an id. */
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

/** A name such as "uuid" says what the names of a kind say of "uu". */
export function standingOfBare(name: string, kind: IdKind): Standing {
  return /(?:uu|gu)ids?$/i.test(name) ? standingOfWord('uu', kind) : kind.bare
}
