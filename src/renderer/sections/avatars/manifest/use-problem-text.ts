import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { assertNever } from '../../../../shared/failure.ts'
import type { ManifestColumn, ManifestPreview, ManifestProblem } from '../../../../shared/schemas/manifest.ts'

type WrongRow = ManifestPreview['wrong'][number]

// As main does: case, spaces, hyphens and underscores of a heading do not count.
function cellOf(column: ManifestColumn, header: readonly string[], { cells }: WrongRow): string {
  const place = header.findIndex((name) => name.toLowerCase().replace(/[\s_-]/g, '') === column.toLowerCase())
  return cells[place]?.trim() ?? ''
}

const aboutPath = ['absolute-path', 'outside-folder', 'missing-image'] as const

type PathProblem = Extract<ManifestProblem, { readonly kind: (typeof aboutPath)[number] }>

function isAboutPath(problem: ManifestProblem): problem is PathProblem {
  return aboutPath.some((kind) => kind === problem.kind)
}

function problemText(
  problem: ManifestProblem,
  cell: (column: ManifestColumn) => string,
  t: TFunction<'batch'>,
): string {
  if (isAboutPath(problem)) return t(`manifest.why.${problem.kind}`, { image: cell('image') })
  switch (problem.kind) {
    case 'too-many-fields':
      return t('manifest.why.too-many-fields', { found: problem.found, expected: problem.expected })
    case 'too-long':
      return t('manifest.why.too-long', { column: problem.column })
    case 'bad-conversation-id':
      return problem.spreadsheet
        ? t('manifest.why.spreadsheet', { id: cell('conversationId') })
        : t('manifest.why.bad-conversation-id')
    case 'unreadable-image':
      return t(`manifest.why.${problem.reason}`, { image: cell('image'), detail: problem.detail ?? '' })
    case 'duplicate-image':
      return t('manifest.why.duplicate-image', { line: problem.line })
    default:
      return assertNever(problem)
  }
}

/** The problem of a row of this manifest, in one sentence. */
export function useProblemText({ header }: Pick<ManifestPreview, 'header'>): (row: WrongRow) => string {
  const { t } = useTranslation('batch')
  return (row) => row.problems.map((problem) => problemText(problem, (name) => cellOf(name, header, row), t)).join('; ')
}
