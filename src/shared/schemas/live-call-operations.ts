/** The rows of the contract for live calls, the account and the journal; `contract.ts` includes them. */
import { z } from 'zod'
import { limits } from '../model/limits.ts'
import { account, accountSeries } from './account.ts'
import { activityCheck, activityFilter, activityList, activityNotices, evidenceSubject } from './activity.ts'
import { alertHistory, alertRuleChange, alerts, alertSettingsPatch, alertSnooze } from './alert.ts'
import { appId, fileHandle, sessionId, ticketId } from './ids.ts'
import { linkedSessions, inbox, proposedSession, recognisedId, sessionSource, watchedFile } from './inbox.ts'
import { command, done, query, rowLimit, savedFile, write } from './operation.ts'
import type { Operation } from './operation.ts'
import {
  applicationCount,
  closeAllTicket,
  closeManyTicket,
  closeOutcome,
  closeRun,
  closeTicket,
  closeAllResult,
  concurrency,
  sessionCandidate,
  series,
  seriesRange,
} from './session.ts'

const sessionLabel = z.string().trim().max(limits.sessionLabel)
const sessionLabels = z
  .record(sessionId, sessionLabel)
  .refine((labels) => Object.keys(labels).length <= limits.sessionsAtOnce)
const sessionIds = z.array(sessionId).min(1).max(limits.sessionsAtOnce)

export const liveCallOperations = {
  'session.figures': query({ appId }, concurrency),
  /** In the profile's order. Neither this operation nor `session.figures` reads from the service. */
  'session.overview': query({}, z.array(applicationCount)),
  'session.refresh': command({ appId }, concurrency),
  'session.series': query({ appId, range: seriesRange }, series),
  /** Shows a save dialog and writes the series as CSV; null when cancelled. */
  'session.exportSeries': command({ appId, range: seriesRange }, savedFile),
  /** Shows a save dialog and writes the peaks of the stored counts as HTML; null when cancelled. */
  'session.exportPeaks': command({ appId }, savedFile),
  /** Names the session and issues the ticket that `session.close` takes. */
  'session.openClose': write({ sessionId, appId: appId.nullable() }, closeTicket, 'nothing'),
  /** Cuts one call: sent once. `typed` is the text that the ticket's `mustType` requires, else "". */
  'session.close': write({ ticket: ticketId, typed: z.string().max(300) }, closeOutcome, 'ticket'),
  'session.openCloseMany': write({ sessionIds: sessionIds.max(limits.closedAtOnce) }, closeManyTicket, 'nothing'),
  /** Cuts several calls one after the other, each sent once. */
  'session.closeMany': write({ ticket: ticketId, typed: z.string().max(300) }, closeRun, 'ticket'),
  /** Lets the close in flight finish and skips the remaining sessions. */
  'session.stopCloseRun': command({ id: z.string().max(64) }, closeRun),
  'session.closeRuns': query({}, z.array(closeRun)),
  /**
   * Tries to read the count and issues the ticket that `session.closeAll` takes, with the last known count when the
   * read fails. The previous ticket becomes invalid.
   */
  'session.openCloseAll': write({ appId }, closeAllTicket, 'nothing'),
  /** Cuts all calls of an application: sent once, refused when the typed id differs or the ticket is over 30 s old. */
  'session.closeAll': write({ ticket: ticketId, typedAppId: z.string().max(200) }, closeAllResult, 'ticket'),
  'session.closeAllResults': query({ appId }, z.array(closeAllResult)),

  /** Known sessions of an application, and sessions without an application; null returns all sessions. */
  'inbox.list': query({ appId: appId.nullable(), showsEnded: z.boolean() }, inbox),
  /** Finds the session ids in a text of any kind. Sends and stores nothing. */
  'inbox.findIds': query({ text: z.string().max(limits.searchedText) }, z.array(sessionCandidate)),
  /** Finds the session ids in files by their handles. Failures: refused (`file-gone`, `file-unreadable`), too-large. */
  'inbox.findIdsInFiles': command(
    { handles: z.array(fileHandle).min(1).max(limits.searchedFiles) },
    { fileNames: z.array(z.string()), candidates: z.array(sessionCandidate) },
  ),
  /** Adds sessions; known sessions keep their data. Returns the number of new sessions. */
  'inbox.add': command(
    {
      sessionIds,
      /** By session id; an omitted session has no label. */
      labels: sessionLabels.exactOptional(),
      appId: appId.nullable(),
      source: sessionSource,
    },
    { added: z.int() },
  ),
  'inbox.edit': command(
    {
      sessionId,
      appId: appId.nullable().optional(),
      label: sessionLabel.optional(),
      note: z.string().max(limits.sessionNote).optional(),
    },
    done,
  ),
  /** Only stored on this computer: nothing is sent to the service. */
  'inbox.markEnded': command({ sessionIds, isEnded: z.boolean() }, done),
  'inbox.remove': command({ sessionIds }, done, 'gesture'),
  /** Restores the rows unchanged. Failures: not-found where no row can be restored. */
  'inbox.restore': command({ sessionIds }, done),
  /** Returns and clears what links, commands and the desktop have requested since the last call. */
  'inbox.consumeLinked': command({}, linkedSessions),
  /** Session ids in the watched file that are neither known nor dismissed, most recently seen first. */
  'inbox.proposed': query({}, z.array(proposedSession)),
  /** Stops proposing these ids. */
  'inbox.dismiss': command({ sessionIds }, done),
  /** Everything that an id is known as in the open profile. Sends nothing to the service. */
  'inbox.recognise': query({ id: z.string().min(1).max(256) }, z.array(recognisedId)),
  'inbox.watchedFile': query({}, watchedFile.nullable()),
  /**
   * Shows a file dialog and watches the chosen file for session ids instead of the previous file; null when cancelled.
   */
  'inbox.watch': command({ appId: appId.nullable() }, watchedFile.nullable()),
  'inbox.unwatch': command({}, done, 'gesture'),

  'alert.read': query({}, alerts),
  /** Changes parts of a rule. */
  'alert.set': command(alertRuleChange, alerts),
  /** Lets the rule trigger without notifying for `minutes`. Failures: not-found (`rule`). */
  'alert.snooze': command(alertSnooze, alerts),
  'alert.setSettings': command(alertSettingsPatch, alerts),
  'alert.history': query({ limit: rowLimit }, alertHistory),

  'account.figures': query({}, account),
  'account.refresh': command({}, account),
  'account.series': query({ range: seriesRange }, accountSeries),
  /** Like `session.exportSeries`, with every reading of the range. */
  'account.exportSeries': command({ range: seriesRange }, savedFile),

  'activity.list': query({ limit: rowLimit, filter: activityFilter }, activityList),
  /** Shows a save dialog and writes the matching entries; null when cancelled. */
  'activity.export': command({ form: z.enum(['csv', 'json']), filter: activityFilter }, savedFile),
  /**
   * Shows a save dialog and writes one HTML file with everything that is known about a creation or a close; null when
   * cancelled. Failures: not-found, storage, refused (`file-not-written`).
   */
  'activity.saveEvidence': command(evidenceSubject, savedFile),
  'activity.verify': command({}, activityCheck),
  'activity.notices': query({}, activityNotices),
  /** Marks the notices up to the entry with this id as seen. */
  'activity.seeNotices': command({ upTo: z.int().min(0) }, done),
  /** Adds a note of the operator to the journal. Failures: storage. */
  'activity.addNote': command({ note: z.string().trim().min(1).max(limits.activityNote) }, done),
} as const satisfies Record<string, Operation>
