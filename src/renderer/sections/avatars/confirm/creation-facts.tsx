import { useTranslation } from 'react-i18next'
import { needsConversation } from '../../../../shared/model/creation-template.ts'
import type { CreationFields, CreationTicket } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { useConversations } from '../fields/field-inputs.tsx'
import type { CreationRequest } from './use-creation.ts'

// More would push what is confirmed out of the dialog.
const maxNamed = 6

/** Lists the first names, and says how many others there are. */
export function useNames(): (names: readonly string[]) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  return (names) => {
    const others = names.length - maxNamed
    // Without a name the service gives one, the same words for all of them.
    if (names.every((name) => name === '')) return t('confirm.unnamed')
    const shown = names.slice(0, maxNamed).map((name) => name || t('confirm.unnamed'))
    return format.list(others > 0 ? [...shown, t('confirm.others', { count: others })] : shown)
  }
}

export interface CreationFactsProps {
  readonly ticket: CreationTicket
  readonly request: CreationRequest
  /** Fields of drafts without custom ones. */
  readonly shared: CreationFields
}

/** The conversation that is sent; a profile may send images without one. */
function Conversation({ ticket, ids }: Pick<CreationFactsProps, 'ticket'> & { readonly ids: readonly string[] }) {
  const { t } = useTranslation('avatars')
  const rules = useOpenProfile()?.profile.creation
  const listOf = useNames()
  const [id = ''] = ids
  const { name } = useConversations(id)
  if (rules !== undefined && !ticket.items.some(({ image }) => needsConversation(image !== null, rules)))
    return t('confirm.notSent')
  if (ids.length > 1) return listOf(ids)
  return (
    <>
      {name} <code>{id}</code>
    </>
  )
}

/** What a creation is made with, and what is left out of it. */
export function CreationFacts({ ticket, request, shared }: CreationFactsProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const listOf = useNames()
  const { items, queued, floor } = ticket
  const [drafts, leftOut] = request.kind === 'drafts' ? [request.drafts, request.leftOut] : [[], []]
  const sent =
    request.kind === 'job' ? [request.job.fields] : drafts.map(({ overrides }) => ({ ...shared, ...overrides }))
  const each = (field: 'voice' | 'conversationId' | 'language', empty = ''): readonly string[] => [
    ...new Set(sent.map((fields) => (fields[field] ?? '') || empty)),
  ]
  const custom = drafts.filter(({ overrides }) => Object.keys(overrides).length > 0).length
  const withoutImage = items.filter(({ image }) => image === null).length
  return (
    <DescriptionList
      framed
      items={[
        { label: t('confirm.profile'), value: useOpenProfile()?.profile.name },
        { label: t('confirm.names', { count: items.length }), value: listOf(items.map(({ name }) => name)) },
        { label: t('fields.voice'), value: listOf(each('voice')) },
        { label: t('confirm.conversation'), value: <Conversation ticket={ticket} ids={each('conversationId')} /> },
        { label: t('fields.language'), value: listOf(each('language', 'English')) },
        custom > 0 && { label: t('drafts.ownFields'), value: t('confirm.custom', { count: custom }) },
        withoutImage > 0 && { label: t('drafts.withoutTitle'), value: t('confirm.mayBeFree', { count: withoutImage }) },
        queued > 0 && { label: t('confirm.queue'), value: t('confirm.alsoQueued', { count: queued }) },
        floor > 0 && { label: t('confirm.kept'), value: t('confirm.floor', { floor: format.number(floor) }) },
        leftOut.length > 0 && {
          label: t('confirm.notCreated'),
          value: t('confirm.stay', { count: leftOut.length, names: listOf(leftOut.map(({ fileName }) => fileName)) }),
        },
      ]}
    />
  )
}
