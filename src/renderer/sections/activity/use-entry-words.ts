import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import { describeFailure } from '../../failures/describe-failure.ts'
import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { createFactWords } from './fact-words.ts'
import type { FactWords } from './fact-words.ts'

/** What a row of the journal is written with. */
export interface EntryWords {
  readonly t: TFunction<'activity'>
  readonly format: Format
  readonly facts: FactWords
  readonly failure: (failure: Failure) => ReturnType<typeof describeFailure>
}

/** Gives the words of all rows, the same until the language changes: asked for by each row they would slow scrolling. */
export function useEntryWords(): EntryWords {
  const { t, i18n } = useTranslation('activity')
  const { t: failures } = useTranslation('failures')
  const format = useFormat()
  return useMemo(
    () => ({
      t,
      format,
      facts: createFactWords({ t, i18n, format }),
      failure: (failure) => describeFailure(failure, failures, format),
    }),
    [t, i18n, failures, format],
  )
}
