/** A snapshot in Markdown, in the viewer's order and words. */
import type { ConversationDocument } from '../../../shared/conversation/document.ts'
import { itemsOf } from '../../../shared/conversation/items.ts'
import type { MediaAddresses } from '../../../shared/conversation/media.ts'
import { textOfValue } from '../../../shared/conversation/values.ts'
import { viewOf } from '../../../shared/conversation/view.ts'
import type { FieldRow, FieldValue, ListItems, SectionView } from '../../../shared/conversation/view-types.ts'
import type { Language } from '../../../shared/model/language.ts'
import { truncate } from '../../../shared/model/truncate.ts'
import { fileTexts } from '../../context/texts.ts'
import type { FileTexts } from '../../context/texts.ts'
import { codeSpan, fence, plain } from './markdown.ts'

export interface ReportSetting {
  readonly conversationId: string
  readonly fetchedAt: number
  readonly bytes: number
  readonly media: MediaAddresses
  readonly language: Language
}

interface Report extends ReportSetting {
  readonly document: ConversationDocument
  readonly texts: FileTexts
}

// Longer texts, and texts of several lines, get a block of their own.
const maxSpanLength = 200
const maxTitleLength = 200

function sentence({ texts }: Report, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  return texts.say('checks', `report.${key}`, values)
}

function isBlock({ value }: FieldRow, text: string): boolean {
  if (value.kind === 'json') return true
  return value.kind === 'text' && (text.length > maxSpanLength || /[\r\n]/.test(text))
}

function spanOf({ texts }: Report, { kind, ...value }: FieldValue, text: string): string {
  if (kind === 'absent' || kind === 'null' || kind === 'empty')
    return `*${texts.say('conversations', `value.${kind}`)}*`
  return codeSpan('value' in value ? String(value.value) : text)
}

function nameOf({ texts }: Report, { field }: FieldRow): string {
  const label = texts.label(field)
  return label === null ? codeSpan(field) : `**${label}** (${codeSpan(field)})`
}

function rowBlock(report: Report, row: FieldRow): string {
  const text = textOfValue(row.value)
  const name = nameOf(report, row)
  if (isBlock(row, text)) return `${name}:\n\n${fence(text, row.value.kind === 'json' ? 'json' : 'text')}`
  const meaning = report.texts.meaning(row.meaning)
  return `- ${name}: ${spanOf(report, row.value, text)}${meaning === null ? '' : ` (${meaning})`}`
}

/** Blocks with a blank line between, except from bullet to bullet. */
function joined(blocks: readonly string[]): string {
  return blocks
    .map((block, index) => {
      const isNext = block.startsWith('- ') && (blocks[index - 1]?.startsWith('- ') ?? false)
      return index === 0 ? block : `${isNext ? '\n' : '\n\n'}${block}`
    })
    .join('')
}

type OtherFields = Pick<SectionView, 'otherFields' | 'moreOtherFields'>

function otherBlocks(report: Report, { otherFields, moreOtherFields: number }: OtherFields, level: string) {
  if (otherFields.length === 0) return []
  return [
    `${level} ${report.texts.say('conversations', 'otherFields')}`,
    ...otherFields.map((row) => rowBlock(report, row)),
    ...(number > 0 ? [report.texts.say('conversations', 'moreOtherFields', { count: number })] : []),
  ]
}

function numberOf(path: string): number {
  return Number(/\[(\d+)\]$/.exec(path)?.[1] ?? 0) + 1
}

function itemBlocks(report: Report, items: ListItems['items'], level: string): readonly string[] {
  return items.flatMap((item) => [
    `${level} ${report.texts.say('conversations', 'item', { number: numberOf(item.path) })}`,
    ...item.rows.map((row) => rowBlock(report, row)),
    ...otherBlocks(report, item, `${level}#`),
  ])
}

/** Scripts under their types, including types of the contract without a script. */
function scriptBlocks(report: Report, { kinds, items }: ListItems): readonly string[] {
  let from = 0
  const listed = kinds.flatMap(({ type, meaning, count }) => {
    const ofKind = items.slice(from, from + count)
    from += count
    const texts = report.texts.meaning(meaning) ?? sentence(report, 'noType')
    const heading = `### ${texts}${type === null ? '' : ` (${type})`}`
    return count === 0
      ? [heading, `*${report.texts.say('conversations', 'scripts.missing')}*`]
      : [heading, ...itemBlocks(report, ofKind, '####')]
  })
  // `kinds` does not count every type that is not documented.
  const unlisted = items.slice(from)
  if (unlisted.length === 0) return listed
  return [...listed, `### ${sentence(report, 'furtherTypes')}`, ...itemBlocks(report, unlisted, '####')]
}

function listBlocks(report: Report, list: SectionView['list']): readonly string[] {
  if (list === null) return []
  const { document, media } = report
  const page = itemsOf(document, { list: list.name, search: '', media })
  return list.name === 'scriptDtoList' ? scriptBlocks(report, page) : itemBlocks(report, page.items, '###')
}

function headingOf({ texts }: Report, section: SectionView['section'] | 'raw'): string {
  return `## ${texts.say('conversations', `heading.${section}`)}`
}

function sectionBlocks(report: Report, view: SectionView): readonly string[] {
  return [
    headingOf(report, view.section),
    ...view.rows.map((row) => rowBlock(report, row)),
    ...listBlocks(report, view.list),
    ...otherBlocks(report, view, '###'),
  ]
}

/** Texts of the service appear in the report as plain text. */
export function conversationReport(document: ConversationDocument, setting: ReportSetting): string {
  const texts = fileTexts(setting.language)
  const report: Report = { ...setting, document, texts }
  const view = viewOf(document, setting.media)
  const title = plain(truncate(view.title ?? '', maxTitleLength))
  const read = { time: new Date(setting.fetchedAt).toISOString(), bytes: setting.bytes }
  const blocks = [
    `# ${title === '' ? texts.say('conversations', 'unnamed') : title}`,
    `${texts.say('conversations', 'field.id')}: ${codeSpan(setting.conversationId)}`,
    sentence(report, 'read', read),
    ...view.sections.flatMap((section) => sectionBlocks(report, section)),
    headingOf(report, 'raw'),
    ...view.envelope.rows.map((row) => rowBlock(report, row)),
    ...otherBlocks(report, view.envelope, '###'),
  ]
  return `${joined(blocks)}\n`
}
