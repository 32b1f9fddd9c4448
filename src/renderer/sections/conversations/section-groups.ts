/** Which fields of a section belong together on screen; those that are named nowhere here come last, under no word. */
import type { ConversationSection, FieldRow } from '../../../shared/model/conversation-view.ts'

/** Key of a group's heading. */
export type GroupName =
  'identity' | 'switches' | 'limits' | 'person' | 'story' | 'canvas' | 'model' | 'background' | 'voice' | 'sound'

/** Fields that stand together. */
export interface RowGroup {
  /** Null for what has no place of its own. */
  readonly name: GroupName | null
  readonly rows: readonly FieldRow[]
}

const groups: Readonly<Partial<Record<ConversationSection, readonly (readonly [GroupName, RegExp])[]>>> = {
  overview: [
    ['identity', /^(id|conversationName|language|corpId|userId)$/],
    ['switches', /^(\w+IsUsed|isFreedom)$/],
    ['limits', /^(maxConversation|asrProvider|conversationConfigDto|thirdDto)$/],
  ],
  persona: [
    ['person', /^conversationInfoDto\.(id|name|nickName|gender|age|height|weight)$/],
    ['story', /^conversationInfoDto\.(characters|backStory)$/],
  ],
  appearance: [
    ['canvas', /^detailDto\.(proportion|video\w+|human\w+)$/],
    ['model', /^detailDto\.(?!background)/],
    ['background', /^detailDto\.background/],
  ],
  voice: [
    ['voice', /^detailDto\.tts(?!Volume$|SpeedRate$|Pitch$)/],
    ['sound', /^detailDto\.tts/],
  ],
}

/** The rows of a section in their groups, each row once and in the order in which it came. */
export function rowGroups(section: ConversationSection, rows: readonly FieldRow[]): readonly RowGroup[] {
  const named = groups[section] ?? []
  const nameFor = ({ field }: FieldRow): GroupName | null => named.find(([, fields]) => fields.test(field))?.[0] ?? null
  const parts = Map.groupBy(rows, nameFor)
  const order = [...named.map(([name]) => name), null]
  return order.flatMap((name) => {
    const found = parts.get(name)
    return found === undefined ? [] : [{ name, rows: found }]
  })
}
