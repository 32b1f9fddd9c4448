import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { dismissResult } from '../../../state/sessions-view-store.ts'
import { Button } from '../../../ui/button.tsx'

export interface DismissResultProps {
  readonly profileId: ProfileId
  /** Of the run or the fall. */
  readonly id: string
}

/** Takes what became of a closing off the page; the journal keeps it. */
export function DismissResult({ profileId, id }: DismissResultProps) {
  const { t } = useTranslation('closing')
  return (
    <Button
      size="small"
      tone="quiet"
      onClick={() => {
        dismissResult(profileId, id)
      }}
    >
      {t('dismiss')}
    </Button>
  )
}
