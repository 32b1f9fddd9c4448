import type { ComparedFileId } from '../../../shared/ids.ts';
import type { ConversationDocument } from '../document.ts';
import type { Documents } from '../reader/documents.ts';
import type { OfSnapshot } from '../reader/requests.ts';
/** A file whose bytes come along, in memory that both threads share: whenever the reader starts anew, they are there. */
export interface OfFile {
    readonly fileId: ComparedFileId;
    readonly fileName: string;
    readonly bytes: Uint8Array;
}
/** One side as the reader is asked for it. */
export type OfSide = ({
    readonly kind: 'snapshot';
} & OfSnapshot) | ({
    readonly kind: 'file';
} & OfFile);
/** Two sides as the reader is asked for them. */
export interface OfPair {
    readonly left: OfSide;
    readonly right: OfSide;
}
/** What a file tells of itself; both null when nothing usable came. */
export interface FileFacts {
    readonly name: string | null;
    readonly conversationId: string | null;
}
/** The sides, parsed. */
export interface ComparedDocuments {
    /** Failures: not-found (`snapshot`), storage, and those of `facts`. */
    readonly read: (side: OfSide) => ConversationDocument;
    /** Failures: refused (`not-json`, `json-unusable`, `not-a-conversation`). */
    readonly facts: (file: OfFile) => FileFacts;
}
/** Gives the sides of comparisons; the last files stay parsed. */
export declare function createComparedDocuments(documents: Documents): ComparedDocuments;
