/** The reader's answers on comparisons, each made on the reader's thread. */
import type { Comparison, JsonComparison, TextComparison } from '../../../shared/schemas/conversation.ts';
import type { Documents } from '../reader/documents.ts';
import type { FileFacts, OfFile, OfPair } from './compared-documents.ts';
import type { ReportWords } from './report.ts';
/** What main asks of comparisons: a row per request, as in `ReaderRequests`. */
export interface ComparisonRequests {
    /** What a file tells of itself; fails when it cannot be compared. */
    readonly comparedFile: {
        readonly input: OfFile;
        readonly output: FileFacts;
    };
    readonly comparison: {
        readonly input: OfPair;
        readonly output: Comparison;
    };
    readonly comparedText: {
        readonly input: OfPair & {
            readonly leftPath: string;
            readonly rightPath: string;
        };
        readonly output: TextComparison;
    };
    readonly comparedJson: {
        readonly input: OfPair & {
            readonly from: number;
            readonly count: number;
        };
        readonly output: JsonComparison;
    };
    /** As Markdown. */
    readonly comparisonReport: {
        readonly input: OfPair & ReportWords;
        readonly output: string;
    };
}
/** One function per request. Failures: not-found (`snapshot`), storage, refused for a file. */
export type ComparisonAnswers = {
    readonly [Name in keyof ComparisonRequests]: (input: ComparisonRequests[Name]['input']) => ComparisonRequests[Name]['output'];
};
/** Gives the answers; the last comparisons are kept, as the page asks for their rows by the window. */
export declare function createComparisonAnswers(documents: Documents): ComparisonAnswers;
