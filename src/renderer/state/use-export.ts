import type { InputOf, OutputOf } from '../../shared/contract.ts'
import { useCommand } from '../api/use-command.ts'
import type { Task } from '../api/use-command.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { showToast } from './toast-store.ts'

type ExportName =
  | 'account.exportSeries'
  | 'activity.saveEvidence'
  | 'conversation.download'
  | 'conversation.export'
  | 'job.exportCsv'
  | 'session.exportPeaks'
  | 'session.exportSeries'

/** A command that asks for a place and writes a file. A toast names the file; nothing is shown after a cancellation. */
export function useExport<Name extends ExportName>(name: Name): Task<InputOf<Name>, OutputOf<Name>> {
  const { t } = useTexts('common')
  return useCommand(name, {
    onDone: ({ fileName }) => {
      if (fileName !== null) showToast({ text: t('savedAs', { file: fileName }) })
    },
  })
}
