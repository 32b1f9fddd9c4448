import { runChecks } from '../../../src/shared/conversation/checks.ts'
import type { CheckSetting } from '../../../src/shared/conversation/check-subject.ts'
import { readDocument } from '../../../src/shared/conversation/document.ts'
import { writeJson } from '../../../src/shared/model/json.ts'
import type { CheckFinding, CheckRule } from '../../../src/shared/conversation/check-rules.ts'

/** A profile on a public service, with a media base. */
export const setting: CheckSetting = {
  requestedId: '108',
  rules: { baseUrl: 'https://service.example/openapi/v2', mediaBaseUrl: 'https://media.example/' },
  dead: [],
}

/** Checks an answer whose `data` is this, as the service would send it. */
export function check(data: unknown, changes: Partial<CheckSetting> = {}) {
  return runChecks(readDocument(`{"success":true,"data":${writeJson(data)}}`), { ...setting, ...changes })
}

/** What one rule finds. */
export function found(rule: CheckRule, data: unknown, changes: Partial<CheckSetting> = {}): readonly CheckFinding[] {
  return check(data, changes).findings.filter((finding) => finding.rule === rule)
}
