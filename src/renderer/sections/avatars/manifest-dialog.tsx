/** Turns CSV files into drafts: shows one file after the other, and adds its rows on a click. */
import { useQuery } from '@tanstack/react-query'
import { refusal } from '../../../shared/failure.ts'
import { cellOf as spreadsheetCellOf } from '../../../shared/model/spreadsheet-cell.ts'
import { creationFieldRows, formFieldNames } from '../../../shared/model/creation-fields.ts'
import type { ManifestColumn, ManifestPreview, ManifestProblem } from '../../../shared/schemas/manifest.ts'
import type { HandedFile } from '../../../shared/bridge.ts'
import { call } from '../../api/call.ts'
import { rereadCreator } from '../../api/creator-cache.ts'
import { useShownProfile } from '../../api/shown-profile.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { useFailureText } from '../../failures/describe-failure.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { addRejectedFiles, dismissManifest, useProposedManifests } from '../../state/intake-store.ts'
import { showToast } from '../../state/toast-store.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import styles from './avatars.module.css'

interface PreviewProps {
  readonly preview: ManifestPreview
}

/** The first rows that can be added, with the fields that any of these rows sets. */
function FirstRows({ preview: { first } }: PreviewProps) {
  const { t } = useTexts('avatars')
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
          ...(first.some(({ fills }) => fills)
            ? [
                {
                  key: 'fills',
                  label: t('manifest.effect'),
                  width: '96px',
                  cell: ({ fills }: (typeof first)[number]) => t(fills ? 'manifest.fills' : 'manifest.adds'),
                },
              ]
            : []),
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

// Compares headings like main: without case, spaces, hyphens and underscores.
function cellOf(column: ManifestColumn, header: readonly string[], { cells }: WrongRow): string {
  const index = header.findIndex((name) => name.toLowerCase().replace(/[\s_-]/g, '') === column.toLowerCase())
  return cells[index]?.trim() ?? ''
}

function useRowProblems(header: readonly string[]): (row: WrongRow) => string {
  const { t } = useTexts(['avatars', 'common'])
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
 * The wrong rows as CSV, to be corrected in a spreadsheet and dropped again. `words`: headings of the two columns
 * before the cells of a row, and the row's problem as text.
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

// More rows cannot be read on screen; the copy has all rows.
const maxShown = 100

function WrongRows({ preview }: PreviewProps) {
  const { t } = useTexts('avatars')
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
        <CopyButton
          hasLabel
          valueName={t('manifest.wrongRows')}
          text={() => Promise.resolve(wrongRowsCsv(preview, text))}
        />
      </Row>
    </>
  )
}

const headers = ['image', ...formFieldNames.map((name) => creationFieldRows[name].column)].join(', ')

function Preview({ preview }: PreviewProps) {
  const { t } = useTexts(['avatars', 'common'])
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

/** Reads the file once: pasted bytes can't be read again. */
function useManifest(handle: HandedFile['handle']) {
  const profileId = useShownProfile()
  return useQuery({
    queryKey: ['manifest.read', profileId, handle],
    queryFn: () => call('manifest.read', { handle }, profileId),
    gcTime: 0,
  })
}

function Content({ data, error }: Pick<ReturnType<typeof useManifest>, 'data' | 'error'>) {
  const { t } = useTexts(['avatars', 'common'])
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

/** Adds the rows of a preview. The page lists the files that main refuses. */
function useAdding() {
  const { t } = useTexts('avatars')
  return useProfileTask({
    run: async ({ manifestId }: ManifestPreview, scope) => {
      const { added, filled, refused } = await call('manifest.add', { manifestId }, scope.profileId)
      addRejectedFiles(refused, scope.profileId)
      if (scope.isShown()) await rereadCreator()
      return { added, filled }
    },
    onAnswer: ({ added, filled }) =>
      showToast({ text: filled > 0 ? t('manifest.filled', { filled, added }) : t('drafts.added', { count: added }) }),
  })
}

/** Previews a CSV manifest before anything is added: the first rows, and every row that is left out. */
function ManifestDialog({ file }: { readonly file: HandedFile }) {
  const { t } = useTexts('avatars')
  const { data, error } = useManifest(file.handle)
  const adding = useAdding()
  const close = (): void => dismissManifest(file)
  const addable = data?.kind === 'preview' && data.goodCount > 0 ? data : null
  const labelOf = ({ goodCount, fillCount }: ManifestPreview): string =>
    fillCount > 0
      ? t('manifest.fill', { filled: fillCount, added: goodCount - fillCount })
      : t('do.add', { what: t('head.drafts', { count: goodCount }) })
  const action = addable && {
    label: labelOf(addable),
    busy: adding.isPending,
    onClick: () => adding.mutate(addable, close),
  }
  return (
    <Dialog title={t('manifest.title')} size="wide" onClose={close} {...(action && { action })}>
      <Note>{addable === null ? file.fileName : t('manifest.words', { file: file.fileName })}</Note>
      <Content data={data} error={error} />
      <ErrorNotice error={adding.error ?? error} />
    </Dialog>
  )
}

/** The dialog of the first waiting manifest. */
export function ManifestPart() {
  const [file] = useProposedManifests()
  return file && <ManifestDialog key={file.handle} file={file} />
}
