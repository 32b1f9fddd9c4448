import { useQuery } from '@tanstack/react-query'
import type { ProfileId } from '../../../shared/ids.ts'
import type { AnswerChange, ShapeField } from '../../../shared/schemas/shape.ts'
import { read } from '../../api/queries.ts'

import { Unread } from '../../failures/query-failure.tsx'
import { useAnswerTexts } from '../../i18n/use-answer-texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Note, Stack, Text } from '../../ui/layout.tsx'
import styles from './answer-changes.module.css'

interface FieldPair {
  readonly path: string
  readonly before: ShapeField | undefined
  readonly after: ShapeField | undefined
}

/** Every field of both shapes once, in the order of the answer; fields that only the earlier shape has come last. */
function pairsOf({ before, after }: AnswerChange): readonly FieldPair[] {
  const [earlier, later] = [before, after].map((fields) => new Map(fields.map((field) => [field.path, field])))
  const paths = new Set([...(later?.keys() ?? []), ...(earlier?.keys() ?? [])])
  return [...paths].map((path) => ({ path, before: earlier?.get(path), after: later?.get(path) }))
}

function Shapes({ change }: { readonly change: AnswerChange }) {
  const { t } = useTexts('settings')
  const { typesOf, fieldOf } = useAnswerTexts()
  const changed = new Set(change.changes.map(({ path }) => path))
  const shown = (field: ShapeField | undefined): string => {
    if (field === undefined) return '–'
    const types = typesOf(field.types)
    return field.isOptional ? t('answers.optional', { types }) : types
  }
  return (
    <table className={styles.shapes} aria-label={t('answers.shapes', { operation: change.operation })}>
      <thead>
        <tr>
          {(['field', 'before', 'after'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`answers.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairsOf(change).map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{changed.has(path) ? <mark>{fieldOf(path)}</mark> : fieldOf(path)}</th>
            <td>{shown(before)}</td>
            <td>{shown(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Change({ change }: { readonly change: AnswerChange }) {
  const { t, format } = useTexts('settings')
  const { textOf } = useAnswerTexts()
  return (
    <Stack as="section" gap={2}>
      <Text as="h3" font="label">
        {t('answers.heading', { operation: change.operation, at: format.dateTime(change.at) })}
      </Text>
      <ul className={styles.changes}>
        {change.changes.map((one) => (
          <li key={`${one.kind} ${one.path}`}>{textOf(one)}</li>
        ))}
      </ul>
      <Disclosure label={t('answers.both')}>
        <Shapes change={change} />
      </Disclosure>
    </Stack>
  )
}

interface AnswerChangesDialogProps {
  readonly profileId: ProfileId
  readonly onClose: () => void
}

/** Every stored change of the answers to a profile, with the shapes before and after the change. */
export function AnswerChangesDialog({ profileId, onClose }: AnswerChangesDialogProps) {
  const { t } = useTexts('settings')
  const changes = useQuery(read('shape.changes', { profileId }))
  return (
    <Dialog title={t('answers.title')} size="wide" onClose={onClose}>
      <Stack gap={4}>
        <Note font="secondary">{t('answers.words')}</Note>
        <Unread query={changes} lines={4} />
        {changes.data?.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </Stack>
    </Dialog>
  )
}
