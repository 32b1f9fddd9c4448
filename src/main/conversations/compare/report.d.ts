import type { Comparison } from '../../../shared/schemas/conversation.ts';
import type { ConversationDocument } from '../document.ts';
import type { FileLanguage } from '../export/words.ts';
/** How a side is named in the report. */
export interface SideTitle {
    readonly name: string | null;
    readonly conversationId: string | null;
    /** When it was looked up, in epoch milliseconds; null for a file. */
    readonly fetchedAt: number | null;
    /** Null for a look-up. */
    readonly fileName: string | null;
}
/** What a report tells beside the changes. */
export interface ReportWords {
    readonly language: FileLanguage;
    readonly leftTitle: SideTitle;
    readonly rightTitle: SideTitle;
}
/** Both sides, and how they are named. */
export interface ReportSides extends ReportWords {
    readonly left: ConversationDocument;
    readonly right: ConversationDocument;
}
/** Gives the report; whatever the service wrote stands in it as text. Takes a few seconds at most. */
export declare function comparisonReport({ changes, more }: Comparison, sides: ReportSides): string;
