import type { AppId } from '../../../../shared/ids.ts'
import { call } from '../../../api/call.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { proposePasted } from '../../../state/propose-sessions.ts'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'

/** Proposes the live calls of the practice service, as if their ids were pasted from a call log. */
export function PracticeSessions({ appId }: { readonly appId: AppId }) {
  const { t } = useTexts('inbox')
  const reading = useProfileTask({
    run: (_input: null, { profileId }) => call('practice.sessionIds', { appId }, profileId),
    onAnswer: (sessionIds) => proposePasted(sessionIds.join('\n')),
  })
  return (
    <Stack gap={2}>
      <Button busy={reading.isPending} onClick={() => reading.mutate(null)}>
        {t('known.practice')}
      </Button>
      <ErrorNotice error={reading.error} about={t('known.practiceFailed')} />
    </Stack>
  )
}
