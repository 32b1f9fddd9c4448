import type { JsonType, ShapeChange } from '../../shared/schemas/shape.ts'
import { useTexts } from './use-texts.ts'

/** The text of a change in answers, and the names of a field's types. */
export function useAnswerTexts(): {
  readonly textOf: (change: ShapeChange) => string
  readonly typesOf: (types: readonly JsonType[]) => string
  readonly fieldOf: (path: string) => string
} {
  const { t, format } = useTexts('app')
  const typesOf = (types: readonly JsonType[]): string => format.list(types.map((type) => t(`answers.type.${type}`)))
  const fieldOf = (path: string): string => (path === '' ? t('answers.whole') : path)
  return {
    typesOf,
    fieldOf,
    textOf: ({ kind, path, before, after }) =>
      t(`answers.${kind === 'type' ? 'otherType' : kind}`, {
        field: fieldOf(path),
        before: typesOf(before),
        after: typesOf(after),
      }),
  }
}
