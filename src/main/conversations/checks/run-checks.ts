/** All rules over one conversation. */
import { maxFindings } from '../../../shared/model/conversation-checks.ts'
import type { CheckFinding, CheckRule, MoreFindings } from '../../../shared/model/conversation-checks.ts'
import type { ConversationDocument } from '../document.ts'
import { canvasProportion, personOutsideCanvas } from './appearance-checks.ts'
import { idsDisagree, unknownCode } from './code-checks.ts'
import { scriptLanguage } from './language-checks.ts'
import { mediaRefused, mediaRelative, mediaUnreachable } from './media-checks.ts'
import { emptyPrompt, noModels, unnamedPersona, volumeZero } from './persona-checks.ts'
import {
  duplicateScriptType,
  emptyScript,
  missingFarewell,
  missingOpeningLine,
  missingUnknownQuestion,
} from './script-checks.ts'
import { subjectOf } from './subject.ts'
import type { Check, CheckSetting } from './subject.ts'

/** What the rules found: the first `mostFindings` of each, and how many more there are. */
export interface CheckResult {
  readonly findings: readonly CheckFinding[]
  readonly more: MoreFindings
}

const checks: Readonly<Record<CheckRule, Check>> = {
  'canvas-proportion': canvasProportion,
  'person-outside-canvas': personOutsideCanvas,
  'missing-opening-line': missingOpeningLine,
  'missing-farewell': missingFarewell,
  'missing-unknown-question': missingUnknownQuestion,
  'duplicate-script-type': duplicateScriptType,
  'empty-script': emptyScript,
  'empty-prompt': emptyPrompt,
  'no-models': noModels,
  'volume-zero': volumeZero,
  'media-relative': mediaRelative,
  'media-refused': mediaRefused,
  'media-unreachable': mediaUnreachable,
  'script-language': scriptLanguage,
  'unnamed-persona': unnamedPersona,
  'unknown-code': unknownCode,
  'ids-disagree': idsDisagree,
}

/** Runs every rule; never throws, whatever came, and takes time in proportion to the conversation's size. */
export function runChecks(document: ConversationDocument, setting: CheckSetting): CheckResult {
  const subject = subjectOf(document, setting)
  const findings: CheckFinding[] = []
  const more: Partial<Record<CheckRule, number>> = {}
  // The boundary: the table above has every rule once.
  for (const [rule, check] of Object.entries(checks) as [CheckRule, Check][]) {
    let count = 0
    for (const found of check(subject)) {
      count += 1
      if (count <= maxFindings) findings.push({ rule, ...found })
    }
    if (count > maxFindings) more[rule] = count - maxFindings
  }
  return { findings, more }
}
