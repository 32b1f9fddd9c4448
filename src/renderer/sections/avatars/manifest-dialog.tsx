/** The way of CSV files into drafts: shown one after the other, added by a click. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal } from '../../../shared/failure.ts'
import { cellOf as spreadsheetCellOf } from '../../../shared/model/spreadsheet-cell.ts'
import { creationFieldRows, formFieldNames } from '../../../shared/model/creation-fields.ts'
import type { ManifestColumn, ManifestPreview, ManifestProblem } from '../../../shared/schemas/manifest.ts'
import { call, handOverFile } from '../../api/call.ts'
import { rereadCreator } from '../../api/creator-cache.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { useFailureText } from '../../failures/describe-failure.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { addRejectedFiles } from '../../state/intake-store.ts'
import type { DroppedThings } from '../../state/intake-store.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import styles from './avatars.module.css'

const isManifest = (file: File): boolean => file.name.toLowerCase().endsWith('.csv') || file.type === 'text/csv'

/** Sorts CSV files from what goes on to the drafts, and takes them through reading and adding. */
export function useManifests(onOthers: (dropped: DroppedThings) => void) {
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const reading = useProfileTask({
    run: async (file: File, { profileId }) => call('manifest.read', { handle: await handOverFile(file) }, profileId),
  })
  const adding = useProfileTask({
    run: async ({ manifestId }: ManifestPreview, scope) => {
      const { added, refused } = await call('manifest.add', { manifestId }, scope.profileId)
      addRejectedFiles(refused, scope.profileId)
      if (scope.isShown()) await rereadCreator()
      return { added, refused: refused.length }
    },
  })
  const show = (files: readonly File[]): void => {
    setWaiting(files)
    if (files[0] === undefined) return
    adding.reset()
    reading.mutate(files[0])
  }
  // Goes on to the next one that was dropped with it.
  const close = (): void => show(waiting.slice(1))
  return {
    addDropped: ({ files, addresses }: DroppedThings): void => {
      const others = files.filter((file) => !isManifest(file))
      if (others.length + addresses.length > 0) onOthers({ files: others, addresses })
      // While one is shown its dialog lets no other file in, so nothing is cut off here.
      if (others.length < files.length) show(files.filter(isManifest))
    },
    /** Name of the manifest that is shown; undefined when none is. */
    fileName: waiting[0]?.name,
    /** Without data while main reads it and when it could not. */
    reading,
    adding,
    add: (preview: ManifestPreview): void =>
      adding.mutate(preview, ({ refused }) => {
        // With rows left out the dialog stays: they are to be copied or corrected.
        if (preview.wrong.length + refused === 0) close()
      }),
    close,
  }
}

type Manifests = ReturnType<typeof useManifests>

interface PreviewProps {
  readonly preview: ManifestPreview
}

/** The first rows that can be added, with the fields that any of them has for itself. */
function FirstRows({ preview: { first } }: PreviewProps) {
  const { t } = useTranslation('avatars')
  const used = formFieldNames.filter((field) => first.some(({ overrides }) => overrides[field] !== undefined))
  const titled = (text: string) => <span title={text}>{text}</span>
  return (
    <div className={styles.table}>
      <DataTable
        label={t('manifest.first')}
        columns={[
          {
            key: 'line',
            label: t('manifest.line'),
            width: '48px',
            cell: ({ line }) => (
              <Text tone="soft" tabular>
                {line}
              </Text>
            ),
          },
          {
            key: 'image',
            label: t('queue.column.image'),
            width: 'minmax(0, 1fr)',
            cell: ({ image }) => titled(image || t('drafts.withoutTitle')),
          },
          ...used.map((field) => ({
            key: field,
            label: t(`fields.${field}`),
            width: 'minmax(0, 1fr)',
            cell: ({ overrides }: (typeof first)[number]) => titled(overrides[field] ?? ''),
          })),
        ]}
        rows={first}
        keyOf={({ line }) => String(line)}
        rowHeight="field"
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

function useRowProblems(header: readonly string[]): (row: WrongRow) => string {
  const { t } = useTranslation(['avatars', 'common'])
  const failureText = useFailureText()
  const refused = (...why: Parameters<typeof refusal>): string => failureText(refusal(...why).failure).sentence
  const textOf = (problem: ManifestProblem, row: WrongRow): string => {
    const image = cellOf('image', header, row)
    switch (problem.kind) {
      case 'absolute-path':
      case 'outside-folder':
        return refused('outside-folder', image)
      case 'missing-image':
        return refused('file-gone', image)
      case 'unreadable-image':
        return t('common:about', { about: image }) + refused(problem.reason, problem.detail)
      case 'bad-conversation-id':
        return problem.spreadsheet
          ? t('manifest.why.spreadsheet', { id: cellOf('conversationId', header, row) })
          : t('manifest.why.bad-conversation-id')
      default:
        return t(`manifest.why.${problem.kind}`, { found: 0, expected: 0, column: '', line: 0, ...problem })
    }
  }
  return (row) => row.problems.map((problem) => textOf(problem, row)).join(t('common:between'))
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

function WrongRows({ preview }: PreviewProps) {
  const { t } = useTranslation('avatars')
  const { wrong, header } = preview
  const more = wrong.length - maxShown
  const why = useRowProblems(header)
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
      {more > 0 && <Note>{t('more', { count: more })}</Note>}
      <Row gap={3}>
        <CopyButton hasLabel what={t('manifest.wrongRows')} text={() => Promise.resolve(wrongRowsCsv(preview, text))} />
      </Row>
    </>
  )
}

const headers = ['image', ...formFieldNames.map((name) => creationFieldRows[name].column)].join(', ')

function Preview({ preview }: PreviewProps) {
  const { t } = useTranslation(['avatars', 'common'])
  const { goodCount, wrong, unknownColumns, unwrappedIds = 0 } = preview
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
        <Note>{t('manifest.unknown', { columns: unknownColumns.join(t('common:comma')) })}</Note>
      )}
      {unwrappedIds > 0 && <Note>{t('manifest.unwrapped', { count: unwrappedIds })}</Note>}
      {goodCount > 0 && <FirstRows preview={preview} />}
      {wrong.length > 0 && <WrongRows preview={preview} />}
    </>
  )
}

function Content({ reading: { data, error } }: Manifests) {
  const { t } = useTranslation(['avatars', 'common'])
  if (data?.kind === 'preview') return <Preview preview={data} />
  if (data === undefined) return error === null && <Skeleton label={t('common:loading')} lines={4} />
  const { reason, line, detail } = data
  return (
    <>
      <StatusLine tone="bad">{t(`manifest.unusable.${reason}`, { line: line ?? 1, detail: detail ?? '' })}</StatusLine>
      <Note>{t('manifest.columns', { columns: headers })}</Note>
    </>
  )
}

const addableIn = ({ reading: { data }, adding }: Manifests): ManifestPreview | null =>
  data?.kind === 'preview' && data.goodCount > 0 && adding.data === undefined ? data : null

/** Preview of a CSV manifest, before anything is added: first rows, and every row that is left out. */
function ManifestDialog(manifests: Manifests & { readonly fileName: string }) {
  const { t } = useTranslation('avatars')
  const { fileName, reading, adding, add, close } = manifests
  const { added = null, refused = 0 } = adding.data ?? {}
  const addable = addableIn(manifests)
  const action = addable && {
    label: t('do.add', { what: t('head.drafts', { count: addable.goodCount }) }),
    busy: adding.isPending,
    onClick: () => add(addable),
  }
  return (
    <Dialog title={t('manifest.title')} size="wide" onClose={close} {...(action && { action })}>
      <Note>{addable === null ? fileName : t('manifest.words', { file: fileName })}</Note>
      <Content {...manifests} />
      <StatusLine tone="good">{added === null ? null : t('drafts.added', { count: added })}</StatusLine>
      <StatusLine tone="warn">{refused === 0 ? null : t('drafts.refused', { count: refused })}</StatusLine>
      <ErrorNotice error={adding.error ?? reading.error} />
    </Dialog>
  )
}

export function ManifestPart(manifests: Manifests) {
  const { t } = useTranslation('avatars')
  const { fileName, adding } = manifests
  return (
    <>
      <p role="status" className="visually-hidden">
        {fileName === undefined && adding.data && t('drafts.added', { count: adding.data.added })}
      </p>
      {fileName !== undefined && <ManifestDialog {...manifests} fileName={fileName} />}
    </>
  )
}
