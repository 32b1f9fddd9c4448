/**
 * Writes evidence as an HTML file that any browser shows and prints, and that the program in its first lines checks.
 */
import { hashedOfExchange } from '../service/exchanges.ts'
import { hashedColumns } from '../store/activity-repository.ts'
import type { Language } from '../../shared/model/language.ts'
import { isServiceFailure } from '../../shared/failure.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { fileTexts } from '../context/texts.ts'
import { escapeHtml, htmlFacts, htmlTable } from '../lib/html.ts'
import { redactJson, redactSecrets } from '../lib/redaction.ts'
import type { Evidence, EvidenceExchange } from './evidence.ts'
import { verifyProgram } from './evidence-verify.ts'

export interface EvidenceFileSetting {
  readonly language: Language
  readonly timeZone: string
  /** The image as it was sent; null where the operator did not include it. */
  readonly image: Buffer | null
}

// The file fetches and runs nothing.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const style = `
  @page { size: A4; margin: 14mm }
  body { max-width: 820px; margin: 24px auto; padding: 0 24px; background: #fff; color: #1a1a1a;
    font: 13px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; color-scheme: light }
  h1 { font-size: 20px } h2 { margin: 24px 0 8px; font-size: 15px; break-after: avoid } h3 { font-size: 13px; margin: 12px 0 4px }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 } dt { color: #5c5c5c }
  dd { margin: 0; overflow-wrap: anywhere } table { border-collapse: collapse; width: 100% }
  thead { display: table-header-group } tr { break-inside: avoid }
  th, td { padding: 3px 8px 3px 0; border-bottom: 1px solid #d8d8d8; text-align: start; vertical-align: top }
  th { font-weight: 600 } pre, code { font: 11px/1.45 ui-monospace, monospace; overflow-wrap: anywhere }
  pre { margin: 0; padding: 8px; border: 1px solid #d8d8d8; white-space: pre-wrap } img { max-width: 240px; max-height: 320px }
  .at { white-space: nowrap }
  @media print { body { max-width: none; margin: 0; padding: 0 } }`

const section = (title: string, ...contents: readonly string[]): string => `<h2>${title}</h2>\n${contents.join('\n')}`

const headerLines = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const preformatted = (...lines: readonly (string | null)[]): string =>
  `<pre>${escapeHtml(lines.filter((line) => line !== null && line !== '').join('\n'))}</pre>`

function writer({ language, timeZone }: EvidenceFileSetting) {
  const texts = fileTexts(language)
  const numbers = new Intl.NumberFormat(language)
  const seconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const local = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
  return {
    say: (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
      escapeHtml(texts.say('activity', key, values)),
    number: (value: number | null): string => (value === null ? '–' : escapeHtml(numbers.format(value))),
    seconds: (ms: number): string => seconds.format(ms / 1_000),
    /** In the operator's time, then in UTC with its milliseconds. */
    time: (at: number | null): string =>
      at === null ? '–' : `${escapeHtml(local.format(at))} <code class="at">${new Date(at).toISOString()}</code>`,
  }
}

type Writer = ReturnType<typeof writer>

function creationTimes(job: Job, { say, time }: Writer): string {
  const { evidence, taskId, result } = job
  return section(
    say('evidence.times'),
    htmlFacts([
      [say('evidence.confirmed'), time(job.createdAt)],
      [say('evidence.sent'), time(evidence?.sentAt ?? job.submittedAt)],
      [say('evidence.ended'), time(evidence?.endedAt ?? null)],
      taskId !== null && [say('evidence.task'), escapeHtml(taskId)],
      result !== null &&
        result.conversationId !== null && [say('evidence.conversation'), escapeHtml(result.conversationId)],
    ]),
  )
}

const unbroken = (html: string): string => `<span class="at">${html}</span>`

/** The service's answer to a close in a few words, or the kind of failure without an answer. */
function answerText({ facts, failure }: ActivityEntry): string {
  const { httpStatus, code, message } = failure !== null && isServiceFailure(failure) ? failure : facts
  const status = typeof httpStatus === 'number' ? `HTTP ${httpStatus}` : (failure?.kind ?? '')
  return [status, code ?? '', message ?? ''].filter((text) => text !== '').join(' · ')
}

/** Lists each close of a run with its facts; the exchanges follow in sections of their own. */
function closesSection({ entries }: Evidence, { say, time, number }: Writer): string {
  const closes = entries.flatMap(({ entry }) => (entry?.action === 'session.close' ? entry : []))
  const rows = [...Map.groupBy(closes, ({ act }) => act).values()].flatMap((act) => {
    const [first] = act
    const last = act.at(-1)
    if (first === undefined || last === undefined) return []
    const { appId = null, countBefore = null, countAfter = null } = last.facts
    return [
      [
        `<code>${escapeHtml(last.target)}</code>`,
        `<code class="at">${escapeHtml(appId ?? '–')}</code>`,
        time(first.at),
        unbroken(say(`outcome.${last.outcome}`)),
        escapeHtml(answerText(last)),
        unbroken(`${number(countBefore)} → ${number(countAfter)}`),
      ],
    ]
  })
  const head = [
    say('evidence.close.session'),
    say('evidence.count.application'),
    say('evidence.close.requested'),
    say('column.outcome'),
    say('evidence.answer'),
    say('evidence.close.calls'),
  ]
  return section(say('evidence.closes'), htmlTable(head, rows))
}

function exchangeSection(
  { exchange, clockAhead, hash, target }: EvidenceExchange,
  isOneOfMany: boolean,
  { say, time, seconds }: Writer,
): string {
  const { operation, method, url, requestHeaders, requestBody, startedAt, durationMs } = exchange
  const { httpStatus, answerHeaders, answerExcerpt, problem } = exchange
  const ahead =
    clockAhead === null
      ? say('evidence.clockUnknown')
      : say('evidence.clockAhead', { from: seconds(clockAhead.fromMs), to: seconds(clockAhead.toMs) })
  return section(
    say('evidence.exchange', { operation }) + (isOneOfMany ? ` · ${escapeHtml(target)}` : ''),
    htmlFacts([
      [say('evidence.sent'), time(startedAt)],
      [say('evidence.answered'), httpStatus === null ? say('evidence.noAnswer') : time(startedAt + durationMs)],
      [say('evidence.clock'), ahead],
      ['SHA-256', `<code>${escapeHtml(hash)}</code>`],
    ]),
    `<h3>${say('evidence.request')}</h3>`,
    preformatted(`${method} ${url}`, ...headerLines(requestHeaders), requestBody),
    `<h3>${say('evidence.answer')}</h3>`,
    preformatted(
      httpStatus === null ? null : `HTTP ${httpStatus}`,
      ...headerLines(answerHeaders),
      answerExcerpt,
      problem,
    ),
  )
}

interface Reading {
  readonly at: number
  readonly avatarCreationsLeft: number | null
  readonly durationLeft?: number | null
}

type NamedReading = readonly [name: 'before' | 'after' | 'refund' | 'later', reading: Reading | null]

/** A creation has readings of its own; a close uses the readings of the account. */
function readingsOf({ creation, account }: Evidence): readonly NamedReading[] {
  if (creation === null) {
    return [
      ['before', account.before],
      ['later', account.after],
    ]
  }
  const { job, balances } = creation
  return [
    ['before', balances.before],
    ['after', balances.after],
    ['refund', job.refund?.after ?? null],
    ['later', account.after],
  ]
}

function balanceSection(evidence: Evidence, { say, time, number }: Writer): string {
  const othersSent = evidence.creation?.balances.othersSent ?? 0
  const rows = readingsOf(evidence).flatMap(([name, reading]) => {
    if (reading === null) return []
    const { at, avatarCreationsLeft, durationLeft = null } = reading
    return [[say(`evidence.balance.${name}`), time(at), number(avatarCreationsLeft), number(durationLeft)]]
  })
  const head = ['reading', 'at', 'creations', 'duration'].map((key) => say(`evidence.balance.${key}`))
  return section(
    say('evidence.balances'),
    rows.length === 0 ? `<p>${say('evidence.noneRead')}</p>` : htmlTable(head, rows),
    othersSent === 0 ? '' : `<p>${say('evidence.othersSent', { count: othersSent })}</p>`,
    `<p>${say('evidence.others')}</p>`,
  )
}

function countSection({ counts }: Evidence, { say, time, number }: Writer): string {
  const head = ['application', 'at', 'total', 'yours'].map((key) => say(`evidence.count.${key}`))
  const rows = counts.map(({ appId, at, total, yours }) => {
    return [`<code>${escapeHtml(appId)}</code>`, time(at), number(total), number(yours)]
  })
  return section(
    say('evidence.counts'),
    rows.length === 0 ? `<p>${say('evidence.noCount')}</p>` : htmlTable(head, rows),
  )
}

interface SentImage {
  readonly sha256: string
  readonly type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
}

function imageOf({ creation }: Evidence): SentImage | null {
  const image = creation?.job.image ?? null
  if (image === null) return null
  const { imageId, type, bytes, width, height } = image
  return { sha256: imageId, type, bytes, width, height }
}

function imageSection({ sha256, type, bytes, width, height }: SentImage, data: Buffer | null, text: Writer): string {
  const { say, number } = text
  const picture = data && `<p><img id="image" src="data:image/${type};base64,${data.toString('base64')}" alt=""></p>`
  return section(
    say('evidence.image'),
    htmlFacts([
      [say('evidence.imageFacts'), `${type.toUpperCase()}, ${number(width)} × ${number(height)}, ${number(bytes)} B`],
      ['SHA-256', `<code>${escapeHtml(sha256)}</code>`],
    ]),
    picture ?? `<p>${say('evidence.imageLeftOut')}</p>`,
  )
}

function journalSection({ entries, newest }: Evidence, { say, time }: Writer): string {
  const rows = entries.map(({ entry, text, hash }) => {
    if (entry === null) return ['–', preformatted(text), '', `<code>${escapeHtml(hash)}</code>`]
    const { id, at, action, isIntent, outcome, facts, failure } = entry
    const actionText = isIntent ? say('intent') : say(`action.${action}`, { count: facts.avatars ?? 1 })
    const details = preformatted(JSON.stringify(facts), failure && JSON.stringify(failure))
    return [
      `#${String(id)}`,
      `${time(at)}<br>${actionText} · ${say(`outcome.${outcome}`)}`,
      details,
      `<code>${escapeHtml(hash)}</code>`,
    ]
  })
  const head = ['#', say('column.what'), say('column.details'), 'SHA-256']
  return section(
    say('evidence.journal'),
    htmlTable(head, rows),
    newest === null
      ? ''
      : `<p>${say('evidence.newest', { id: String(newest.id) })} <code>${escapeHtml(newest.hash)}</code></p>`,
    `<p>${say('evidence.verify')}</p>`,
  )
}

// A closing tag inside a text would end the data.
const scriptSafe = (json: string): string => json.replaceAll('<', String.raw`\u003c`)

/** The evidence without any secret of this run, wherever a secret was typed. */
function withoutSecrets(evidence: Evidence): Evidence {
  // The boundary: only texts are replaced.
  return JSON.parse(redactJson(JSON.stringify(evidence), redactSecrets)) as Evidence
}

/** The data of the file for programs. The hashes are computed over the texts; the field lists name their parts. */
function dataOf(evidence: Evidence, image: SentImage | null): string {
  const { exchanges, entries, savedAt, ...summary } = evidence
  return JSON.stringify({
    format: 'greenroom-evidence/1',
    savedAt: new Date(savedAt).toISOString(),
    ...summary,
    image,
    exchangeFields: hashedOfExchange,
    exchanges: exchanges.map(({ hash, text, clockAhead, target }) => ({ hash, text, clockAhead, target })),
    entryFields: hashedColumns,
    entries: entries.map(({ hash, text }) => ({ hash, text })),
  })
}

export function evidenceFile(gathered: Evidence, setting: EvidenceFileSetting): string {
  const evidence = withoutSecrets(gathered)
  const { kind, name, profile, services, savedAt, creation, exchanges, entries } = evidence
  const text = writer(setting)
  const { say, time } = text
  const image = imageOf(evidence)
  const isRun = kind === 'close-run'
  const title = say(`evidence.title.${kind}`, { name })
  const operators = [...new Set(entries.flatMap(({ entry }) => entry?.operator ?? []))]
  return `<!doctype html>
<!--
Evidence saved by Greenroom. To check it without Greenroom, save the lines between the two rules as verify.mjs, and run
  node verify.mjs FILE
with the name of this file, on any computer with Node.js 20 or newer. It says "verified", or what is wrong.
==========
${verifyProgram}
==========
-->
<html lang="${setting.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${style}
</style>
</head>
<body>
<h1>${title}</h1>
${htmlFacts([
  [say('column.profile'), escapeHtml(profile.name)],
  services.length > 0 && [say('evidence.service'), escapeHtml(services.join(', '))],
  [say('column.operator'), escapeHtml(operators.join(', '))],
  [say('evidence.savedAt'), time(savedAt)],
  [say('evidence.zone'), escapeHtml(setting.timeZone)],
])}
${creation === null ? '' : creationTimes(creation.job, text)}
${isRun ? closesSection(evidence, text) : ''}
${exchanges.length === 0 ? `<p>${say('evidence.noExchange')}</p>` : exchanges.map((each) => exchangeSection(each, isRun, text)).join('\n')}
${image === null ? '' : imageSection(image, setting.image, text)}
${balanceSection(evidence, text)}
${creation === null ? countSection(evidence, text) : ''}
${journalSection(evidence, text)}
<script type="application/json" id="evidence">${scriptSafe(dataOf(evidence, image))}</script>
</body>
</html>
`
}
