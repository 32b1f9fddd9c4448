import { bodyText } from '../../store/snapshot-body.ts'
import { indentJson } from '../../lib/json-text.ts'
import type { Documents, OfSnapshot } from '../document-store.ts'
import { conversationReport } from './conversation-report.ts'
import type { ReportSetting } from './conversation-report.ts'

/** What a file is to hold: the answer byte for byte, indented, or as a report. */
export type ExportForm =
  | { readonly form: 'raw' }
  | { readonly form: 'pretty' }
  | { readonly form: 'markdown'; readonly setting: ReportSetting }

/** The bytes of a file of a snapshot. Failures: not-found, storage. */
export function exportFile(documents: Documents, of: OfSnapshot, wanted: ExportForm): Uint8Array {
  switch (wanted.form) {
    case 'raw':
      return documents.bytes(of)
    case 'pretty':
      return Buffer.from(indentJson(bodyText(documents.bytes(of))))
    case 'markdown':
      return Buffer.from(conversationReport(documents.read(of), wanted.setting))
  }
}
