import { checksOf } from '../../../src/shared/conversation/checks.ts'
import type { CheckSetting } from '../../../src/shared/conversation/check-subject.ts'
import { readConversation } from '../../../src/shared/conversation/document.ts'
import type { ConversationDocument } from '../../../src/shared/conversation/document.ts'
import type { MediaRules } from '../../../src/main/media/resolve-media-address.ts'
import { mediaOf } from '../../support/snapshot-views.ts'
import { writeJson } from '../../../src/shared/model/json.ts'
import type { CheckFinding, CheckRule } from '../../../src/shared/conversation/check-rules.ts'

/** A profile on a public service, with a media base. */
const withMediaBase: MediaRules = {
  baseUrl: 'https://service.example/openapi/v2',
  mediaBaseUrl: 'https://media.example/',
}

interface TestSetting extends Partial<Omit<CheckSetting, 'media'>> {
  readonly rules?: MediaRules
}

/** Checks an answer for a conversation "108" under a profile's rules. */
export function checkDocument(document: ConversationDocument, { rules = withMediaBase, ...setting }: TestSetting = {}) {
  return checksOf(document, { requestedId: '108', dead: [], media: mediaOf(document, rules), ...setting })
}

/** Checks an answer whose `data` is this, as the service would send it. */
export function check(data: unknown, setting: TestSetting = {}) {
  return checkDocument(readConversation(`{"success":true,"data":${writeJson(data)}}`), setting)
}

/** The findings of one rule. */
export function found(rule: CheckRule, data: unknown, setting: TestSetting = {}): readonly CheckFinding[] {
  return check(data, setting).findings.filter((finding) => finding.rule === rule)
}
