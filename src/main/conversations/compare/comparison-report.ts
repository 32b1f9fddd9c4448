/** A comparison in Markdown, under the viewer's headings; long texts as diffs. */
import { headline, isInline, renamedFields, sidesOf, valueText } from '../../../shared/conversation/change-text.ts'
import type { ChangeVocabulary } from '../../../shared/conversation/change-text.ts'
import type { ConversationChange, ConversationChanges, Side } from '../../../shared/conversation/change-types.ts'
import type { ConversationDocument } from '../../../shared/conversation/document.ts'
import { codeSpan, fence, plain } from '../export/markdown.ts'
import { fileTexts } from '../../context/texts.ts'
import type { FileTexts, TextValues } from '../../context/texts.ts'
import type { Language } from '../../../shared/model/language.ts'
import { diffOrReplace } from '../../../shared/conversation/text-diff.ts'

export interface SideTitle {
  readonly name: string | null
  readonly conversationId: string | null
  /** null for a file. */
  readonly fetchedAt: number | null
  /** Null for a snapshot. */
  readonly fileName: string | null
}

interface ReportSides {
  readonly left: ConversationDocument
  readonly right: ConversationDocument
  readonly leftTitle: SideTitle
  readonly rightTitle: SideTitle
}

interface Report extends ReportSides {
  readonly texts: FileTexts
  readonly vocabulary: ChangeVocabulary
  /** When the matching of lines stops, even if lines remain. */
  readonly endsAt: number
}

// Matching blocks everything else in main.
const totalMs = 300
const eachMs = 50
const around = 3

function vocabularyOf(texts: FileTexts): ChangeVocabulary {
  return {
    say: (key, values) => texts.say('compare', `sentence.${key}`, values),
    label: (field) =>
      renamedFields.has(field)
        ? texts.say('compare', `what.${field.replaceAll('.', '/')}`)
        : (texts.label(field) ?? field),
    meaning: texts.meaning,
  }
}

function sentence({ texts }: Report, key: string, values?: TextValues): string {
  return texts.say('compare', key, values)
}

function titleOf(report: Report, which: 'left' | 'right'): string {
  const { name, conversationId, fetchedAt, fileName } = which === 'left' ? report.leftTitle : report.rightTitle
  const parts = [
    `**${plain(name ?? '') || report.texts.say('conversations', 'unnamed')}**`,
    conversationId === null ? '' : codeSpan(conversationId),
    fetchedAt === null ? '' : new Date(fetchedAt).toISOString(),
    fileName === null ? '' : codeSpan(fileName),
  ]
  return `- ${sentence(report, which)}: ${parts.filter((part) => part !== '').join(', ')}`
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/)
}

/** Lines with a leading +, - or blank; equal lines far from a change are left out. */
function diffOf(report: Report, left: readonly string[], right: readonly string[]): string {
  const limitMs = Math.max(0, Math.min(eachMs, report.endsAt - performance.now()))
  const runs = diffOrReplace({ left, right }, limitMs)
  const lines = runs.flatMap(({ kind, items }, index) => {
    const sign = { removed: '-', added: '+', same: ' ' }[kind]
    const signedLines = items.map((line) => `${sign} ${line}`)
    if (kind !== 'same') return signedLines
    const head = index === 0 ? [] : signedLines.slice(0, around)
    const tail = index === runs.length - 1 ? [] : signedLines.slice(-around)
    return head.length + tail.length >= signedLines.length ? signedLines : [...head, '@@ … @@', ...tail]
  })
  return fence(lines.join('\n'), 'diff')
}

function isNothing({ value: { kind } }: Side): boolean {
  return kind === 'null' || kind === 'empty' || kind === 'absent'
}

function blockOf(report: Report, change: ConversationChange): string {
  const [left = [], right = []] = sidesOf(change).map((side) =>
    side === null || isNothing(side) ? [] : linesOf(valueText(side, report.vocabulary)),
  )
  return left.length + right.length === 0 ? '' : `\n\n${diffOf(report, left, right)}\n`
}

/** The values beside the subject: all values of an inline change, else only null and empty, which have no text. */
function valuesOf({ vocabulary }: Report, change: ConversationChange): string {
  const sides = sidesOf(change).filter((side) => side !== null)
  if (!isInline(change) && !sides.some(isNothing)) return ''
  const values = sides.map((side) => {
    const text = valueText(side, vocabulary)
    if (isNothing(side)) return `*${text}*`
    return isInline(change) ? codeSpan(text) : '…'
  })
  return ` ${values.join(' → ')}`
}

function lineOf(report: Report, change: ConversationChange): string {
  const id = change.item?.id ?? null
  const remarks = [
    id === null ? '' : plain(sentence(report, 'idOf', { id })),
    change.isDocumented ? '' : sentence(report, 'otherField'),
  ].filter((remark) => remark !== '')
  const remark = remarks.length === 0 ? '' : ` (${remarks.join(', ')})`
  const head = `- ${plain(headline(change, report.vocabulary))}${remark}`
  return `${head}${valuesOf(report, change)}${isInline(change) ? '' : blockOf(report, change)}`
}

function sectionBlocks(report: Report, changes: readonly ConversationChange[]): readonly string[] {
  return [...Map.groupBy(changes, ({ section }) => section)].flatMap(([section, ofSection]) => [
    `## ${report.texts.say('conversations', `heading.${section}`)}`,
    ofSection.map((change) => lineOf(report, change)).join('\n'),
  ])
}

/** Texts of the service appear in the report as plain text. Takes a third of a second at most. */
export function comparisonReport(
  { changes, more }: ConversationChanges,
  sides: ReportSides,
  language: Language,
): string {
  const texts = fileTexts(language)
  const report: Report = {
    ...sides,
    texts,
    vocabulary: vocabularyOf(texts),
    endsAt: performance.now() + totalMs,
  }
  const count = changes.length + more
  const blocks = [
    `# ${sentence(report, 'compare')}`,
    `${titleOf(report, 'left')}\n${titleOf(report, 'right')}`,
    count === 0 ? sentence(report, 'same') : sentence(report, 'changes', { count }),
    ...sectionBlocks(report, changes),
    ...(more === 0 ? [] : [sentence(report, 'more', { count: more })]),
  ]
  return `${blocks.join('\n\n')}\n`
}
