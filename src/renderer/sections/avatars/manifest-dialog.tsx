/** The way of CSV files into drafts: shown one after the other, added by a click. */
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cellOf as spreadsheetCellOf } from '../../../shared/model/spreadsheet-cell.ts'
import type { ManifestColumn, ManifestPreview, ManifestProblem } from '../../../shared/schemas/manifest.ts'
import { call, handOverFile } from '../../api/call.ts'
import { rereadCreator } from '../../api/creator-cache.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { addRejectedFiles } from '../../state/intake-store.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataRow, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import styles from './avatars.module.css'

const isManifest = (file: File): boolean => file.name.toLowerCase().endsWith('.csv') || file.type === 'text/csv'

/** Sorts CSV files from the others, which go on to the drafts, and takes them through reading and adding. */
export function useManifests(onOthers: (files: readonly File[]) => void) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const { mutate: read, ...reading } = useProfileTask({
    run: async (file: File, { profileId }) => call('manifest.read', { handle: await handOverFile(file) }, profileId),
  })
  const {
    mutate: add,
    reset,
    ...adding
  } = useProfileTask({
    run: async ({ manifestId }: ManifestPreview, scope) => {
      const { added, refused } = await call('manifest.add', { manifestId }, scope.profileId)
      addRejectedFiles(refused, scope.profileId)
      if (scope.isShown()) await rereadCreator(client)
      return { added, refused: refused.length }
    },
  })
  const show = useCallback(
    (files: readonly File[]): void => {
      setWaiting(files)
      if (files[0] === undefined) return
      reset()
      read(files[0])
    },
    [read, reset],
  )
  // Goes on to the next one that was dropped with it.
  const close = (): void => show(waiting.slice(1))
  return {
    addFiles: useCallback(
      (files: readonly File[]): void => {
        const others = files.filter((file) => !isManifest(file))
        if (others.length > 0) onOthers(others)
        // While one is shown its dialog lets no other file in, so nothing is cut off here.
        if (others.length < files.length) show(files.filter(isManifest))
      },
      [onOthers, show],
    ),
    /** Name of the manifest that is shown; undefined when none is. */
    fileName: waiting[0]?.name,
    /** Undefined while main reads it and when it could not. */
    reading: reading.data,
    add: (preview: ManifestPreview): void => {
      add(preview, ({ refused }) => {
        // With rows left out the dialog stays: they are to be copied or corrected.
        if (preview.wrong.length + refused === 0) close()
      })
    },
    isAdding: adding.isPending,
    /** Drafts that the last manifest became; null before. */
    added: adding.data?.added ?? null,
    /** Files that could not be taken after all. */
    refused: adding.data?.refused ?? 0,
    error: adding.error ?? reading.error,
    close,
  }
}

type Manifests = ReturnType<typeof useManifests>

const fields = ['name', 'voice', 'conversationId', 'language', 'greeting', 'profileText'] as const

interface PreviewProps {
  readonly preview: ManifestPreview
}

/** The first rows that can be added, with the fields that any of them has for itself. */
function FirstRows({ preview: { first } }: PreviewProps) {
  const { t } = useTranslation('avatars')
  const used = fields.filter((field) => first.some(({ overrides }) => overrides[field] !== undefined))
  const byLine = new Map(first.map((row) => [String(row.line), row]))
  const columns = [
    { key: 'line', label: t('manifest.line'), width: '48px' },
    { key: 'image', label: t('queue.column.image'), width: 'minmax(0, 1fr)' },
    ...used.map((field) => ({ key: field, label: t(`fields.${field}`), width: 'minmax(0, 1fr)' })),
  ]
  return (
    <div className={styles.table}>
      <DataTable
        label={t('manifest.first')}
        columns={columns}
        keys={[...byLine.keys()]}
        rowHeight="field"
        row={(key) => {
          const row = byLine.get(key)
          if (row === undefined) return null
          const texts = { image: row.image || t('drafts.withoutTitle'), ...row.overrides }
          const cells = Object.entries(texts).map(([column, text]): [string, ReactNode] => [
            column,
            <span title={text}>{text}</span>,
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
  t: TFunction<'avatars'>,
): string {
  switch (problem.kind) {
    case 'absolute-path':
    case 'outside-folder':
      return t('manifest.why.outside', { image: cell('image') })
    case 'missing-image':
      return t('manifest.why.file-gone', { image: cell('image') })
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

/**
 * The wrong rows as CSV, to be corrected in a spreadsheet and dropped again. `words`: headings of the two columns before
 * the cells of each row, and its problem as text.
 */
export function wrongRowsCsv(
  { header, wrong }: Pick<ManifestPreview, 'header' | 'wrong'>,
  words: { readonly line: string; readonly problem: string; readonly why: (row: WrongRow) => string },
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
  const { t } = useTranslation('avatars')
  const { wrong, header } = preview
  const more = wrong.length - maxShown
  const why = (row: WrongRow): string =>
    row.problems.map((problem) => problemText(problem, (name) => cellOf(name, header, row), t)).join('; ')
  const text = { line: t('manifest.line'), problem: t('manifest.problem'), why }
  return (
    <>
      <Stack as="ul" gap={1} aria-label={t('manifest.wrong', { count: wrong.length })}>
        {wrong.slice(0, maxShown).map((row) => (
          <li key={row.line} className={styles.wrong}>
            <Text tone="soft" tabular>
              {t('manifest.row', { line: row.line })}
            </Text>
            <span>{why(row)}</span>
          </li>
        ))}
      </Stack>
      {more > 0 && (
        <Text as="p" tone="soft">
          {t('more', { count: more })}
        </Text>
      )}
      <Row gap={3}>
        <CopyButton hasLabel what={t('manifest.wrongRows')} text={() => Promise.resolve(wrongRowsCsv(preview, text))} />
      </Row>
    </>
  )
}

const columns = 'image, name, greeting, profile, voice, conversationId, language'

function Preview({ preview }: PreviewProps) {
  const { t } = useTranslation('avatars')
  const { goodCount, wrong, unknownColumns } = preview
  return (
    <>
      {goodCount === 0 && (
        <Text as="p" font="label">
          {t('manifest.none')}
        </Text>
      )}
      {wrong.length > 0 && (
        <Text as="p" font="label" tone="warn">
          {t('manifest.wrong', { count: wrong.length })}
        </Text>
      )}
      {unknownColumns.length > 0 && (
        <Text as="p" tone="soft">
          {t('manifest.unknown', { columns: unknownColumns.join(', ') })}
        </Text>
      )}
      {goodCount > 0 && <FirstRows preview={preview} />}
      {wrong.length > 0 && <WrongRows preview={preview} />}
    </>
  )
}

function Content({ reading, error }: Pick<Manifests, 'reading' | 'error'>) {
  const { t } = useTranslation(['avatars', 'common'])
  if (reading?.kind === 'preview') return <Preview preview={reading} />
  if (reading === undefined) return error === null && <Skeleton label={t('common:loading')} lines={4} />
  const { reason, line, detail } = reading
  return (
    <>
      <StatusLine tone="bad">{t(`manifest.unusable.${reason}`, { line: line ?? 1, detail: detail ?? '' })}</StatusLine>
      <Text as="p" tone="soft">
        {t('manifest.columns', { columns })}
      </Text>
    </>
  )
}

/** Preview of a CSV manifest, before anything is added: first rows, and every row that is left out. */
function ManifestDialog({ fileName, ...manifests }: Manifests) {
  const { t } = useTranslation('avatars')
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
      <Content {...manifests} />
      <StatusLine tone="good">{added === null ? null : t('drafts.added', { count: added })}</StatusLine>
      <StatusLine tone="warn">{refused === 0 ? null : t('drafts.refused', { count: refused })}</StatusLine>
      <ErrorNotice error={error} />
    </Dialog>
  )
}

/** The dialog of a manifest, and an announcement of the cards that it became. */
export function ManifestPart(manifests: Manifests) {
  const { t } = useTranslation('avatars')
  const { fileName, added } = manifests
  return (
    <>
      <p role="status" className="visually-hidden">
        {fileName !== undefined || added === null ? '' : t('drafts.added', { count: added })}
      </p>
      {fileName !== undefined && <ManifestDialog {...manifests} />}
    </>
  )
}
