import type { TFunction } from 'i18next'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cellOf as spreadsheetCellOf } from '../../../../shared/model/spreadsheet-cell.ts'
import type {
  ManifestColumn,
  ManifestPreview,
  ManifestProblem,
  UnusableManifest,
} from '../../../../shared/schemas/manifest.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import styles from './manifest.module.css'
import type { Manifests } from './use-manifests.ts'

interface PreviewProps {
  readonly preview: ManifestPreview
}

const fields = ['name', 'voice', 'conversationId', 'language', 'greeting', 'profileText'] as const

/** The first rows that can be added, with the fields that any of them has for itself. */
function FirstRows({ preview: { first } }: PreviewProps) {
  const { t } = useTranslation(['batch', 'avatars'])
  const used = fields.filter((field) => first.some(({ overrides }) => overrides[field] !== undefined))
  const byLine = new Map(first.map((row) => [String(row.line), row]))
  const columns = [
    { key: 'line', label: t('batch:manifest.line'), width: '48px' },
    { key: 'image', label: t('batch:manifest.image'), width: 'minmax(0, 1fr)' },
    ...used.map((field) => ({ key: field, label: t(`avatars:fields.${field}`), width: 'minmax(0, 1fr)' })),
  ]
  return (
    <div className={styles.table}>
      <DataTable
        label={t('batch:manifest.first')}
        columns={columns}
        keys={[...byLine.keys()]}
        rowHeight="field"
        row={(key) => {
          const row = byLine.get(key)
          if (row === undefined) return null
          const texts = { image: row.image || t('batch:manifest.noImage'), ...row.overrides }
          const cells = Object.entries(texts).map(([column, text]): [string, ReactNode] => [
            column,
            <span key={column} title={text}>
              {text}
            </span>,
          ])
          const line = (
            <Text tone="soft" tabular>
              {row.line}
            </Text>
          )
          return <DataRow key={key} rowKey={key} cells={{ ...Object.fromEntries(cells), line }} />
        }}
      />
    </div>
  )
}

type WrongRow = ManifestPreview['wrong'][number]

// As main does: case, spaces, hyphens and underscores of a heading do not count.
function cellOf(column: ManifestColumn, header: readonly string[], { cells }: WrongRow): string {
  const place = header.findIndex((name) => name.toLowerCase().replace(/[\s_-]/g, '') === column.toLowerCase())
  return cells[place]?.trim() ?? ''
}

const idProblem = (isSpreadsheet: boolean) => (isSpreadsheet ? 'spreadsheet' : 'bad-conversation-id')

function problemText(
  problem: ManifestProblem,
  cell: (column: ManifestColumn) => string,
  t: TFunction<'batch'>,
): string {
  switch (problem.kind) {
    case 'absolute-path':
    case 'outside-folder':
    case 'missing-image':
      return t(`manifest.why.${problem.kind}`, { image: cell('image') })
    case 'too-many-fields':
      return t('manifest.why.too-many-fields', { found: problem.found, expected: problem.expected })
    case 'too-long':
      return t('manifest.why.too-long', { column: problem.column })
    case 'bad-conversation-id':
      return t(`manifest.why.${idProblem(problem.spreadsheet)}`, { id: cell('conversationId') })
    case 'unreadable-image':
      return t(`manifest.why.${problem.reason}`, { image: cell('image'), detail: problem.detail ?? '' })
    case 'duplicate-image':
      return t('manifest.why.duplicate-image', { line: problem.line })
  }
}

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The two columns before the cells of each row: their headings, and a row’s problem as text. */
interface WrongRowText {
  readonly line: string
  readonly problem: string
  readonly why: (row: WrongRow) => string
}

/** The wrong rows as CSV, each with its line and what is wrong: to be put right in a spreadsheet and dropped again. */
export function wrongRowsCsv(
  { header, wrong }: Pick<ManifestPreview, 'header' | 'wrong'>,
  words: WrongRowText,
): string {
  const rows = wrong.map((row) => [String(row.line), words.why(row), ...row.cells])
  return [[words.line, words.problem, ...header], ...rows]
    .map((cells) => cells.map((text) => quoted(spreadsheetCellOf(text))).join(','))
    .join('\n')
}

// More cannot be read on screen; the copy has all of them.
const maxShown = 100

/** The rows that are left out, each with its line and the reason, to be copied as CSV. */
function WrongRows({ preview }: PreviewProps) {
  const { t } = useTranslation('batch')
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const { wrong, header } = preview
  const more = wrong.length - maxShown
  const why = (row: WrongRow): string =>
    row.problems.map((problem) => problemText(problem, (name) => cellOf(name, header, row), t)).join('; ')
  return (
    <>
      <Stack as="ul" gap={1} className={styles.wrong} aria-label={t('manifest.wrong', { count: wrong.length })}>
        {wrong.slice(0, maxShown).map((row) => (
          <li key={row.line}>
            <Text tone="soft" tabular>
              {t('manifest.row', { line: row.line })}
            </Text>
            <span>{why(row)}</span>
          </li>
        ))}
      </Stack>
      {more > 0 && (
        <Text as="p" tone="soft">
          {t('manifest.more', { count: more })}
        </Text>
      )}
      <Row gap={3}>
        <Button
          size="small"
          icon={<Copy aria-hidden />}
          onClick={() => {
            const text = { line: t('manifest.line'), problem: t('manifest.problem'), why }
            setCopied(copyText(wrongRowsCsv(preview, text)))
          }}
        >
          {t('manifest.copy')}
        </Button>
        <StatusLine tone={isCopied === false ? 'bad' : 'good'}>
          {isCopied === null ? null : t(isCopied ? 'manifest.copied' : 'manifest.notCopied')}
        </StatusLine>
      </Row>
    </>
  )
}

const columns = 'image, name, greeting, profile, voice, conversationId, language'

function Unusable({ reason, fileName, line, detail }: UnusableManifest) {
  const { t } = useTranslation('batch')
  return (
    <>
      <StatusLine tone="bad">
        {t(`manifest.unusable.${reason}`, { file: fileName, line: line ?? 1, detail: detail ?? '' })}
      </StatusLine>
      <Text as="p" tone="soft">
        {t('manifest.columns', { columns })}
      </Text>
    </>
  )
}

function Preview({ preview }: PreviewProps) {
  const { t } = useTranslation('batch')
  const { goodCount, wrong, unknownColumns } = preview
  return (
    <>
      <Row as="p" align="stretch" wrap font="label" className={styles.counts}>
        <span>{goodCount === 0 ? t('manifest.none') : t('manifest.good', { count: goodCount })}</span>
        {wrong.length > 0 && <Text tone="warn">{t('manifest.wrong', { count: wrong.length })}</Text>}
      </Row>
      {unknownColumns.length > 0 && (
        <Text as="p" tone="soft">
          {t('manifest.unknown', { count: unknownColumns.length, columns: unknownColumns.join(', ') })}
        </Text>
      )}
      {goodCount > 0 && <FirstRows preview={preview} />}
      {wrong.length > 0 && <WrongRows preview={preview} />}
    </>
  )
}

interface ManifestDialogProps {
  readonly manifests: Manifests
  readonly fileName: string
}

function Content({ manifests: { reading, error }, fileName }: ManifestDialogProps) {
  const { t } = useTranslation('batch')
  if (reading?.kind === 'preview') return <Preview preview={reading} />
  if (reading?.kind === 'unusable') return <Unusable {...reading} />
  return error === null ? <Skeleton label={t('manifest.reading', { file: fileName })} lines={4} /> : null
}

/** Preview of a CSV manifest, before anything is added: counts, first rows, and every row that is left out. */
function ManifestDialog({ manifests, fileName }: ManifestDialogProps) {
  const { t } = useTranslation('batch')
  const { reading, add, added, refused, isAdding, error, close } = manifests
  const addable = reading?.kind === 'preview' && reading.goodCount > 0 && added === null ? reading : null
  const action = addable && {
    label: t('manifest.add', { count: addable.goodCount }),
    busy: isAdding,
    onClick: () => add(addable),
  }
  return (
    <Dialog title={t('manifest.title')} size="wide" onClose={close} {...(action && { action })}>
      <Text as="p" tone="soft">
        {addable === null ? fileName : `${fileName}. ${t('manifest.words')}`}
      </Text>
      <Content manifests={manifests} fileName={fileName} />
      <StatusLine tone="good">{added === null ? null : t('manifest.added', { count: added })}</StatusLine>
      <StatusLine tone="warn">{refused === 0 ? null : t('manifest.refused', { count: refused })}</StatusLine>
      <ErrorNotice error={error} />
    </Dialog>
  )
}

/** The dialog of a manifest, and an announcement of the cards that it became. */
export function ManifestPart({ manifests }: Pick<ManifestDialogProps, 'manifests'>) {
  const { t } = useTranslation('batch')
  const { fileName, added } = manifests
  return (
    <>
      <p role="status" className="visually-hidden">
        {fileName !== null || added === null ? '' : t('manifest.added', { count: added })}
      </p>
      {fileName !== null && <ManifestDialog manifests={manifests} fileName={fileName} />}
    </>
  )
}
