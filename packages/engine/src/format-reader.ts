import type { Container, Member } from './container/container.ts';
import type { Format } from './format.ts';
import type { Limits } from './limits.ts';
import type { ConvertOptions } from './options.ts';
import type { PartSink, PartSummary } from './part.ts';
import type { Probe, Source, SourceFile } from './source.ts';

/** The `reader` that each format's folder exports. */
export interface FormatReader {
  /** Opens the document and counts its pages. Throws `Failure`. */
  probe(file: SourceFile, format: Format, limits: Limits): Promise<OwnProbe>;
  /**
   * Reads pages of the range into the sink, in order. Throws `Failure`. `needs-native` as in `ConvertOptions.native`.
   */
  read(source: Source, options: ConvertOptions, sink: PartSink): Promise<PartSummary | 'needs-native'>;
  /**
   * Opens the documents that lie in one with pages of its own, for as long as they are used. Throws `Failure`. Absent
   * where there are none in any document.
   */
  members?<T>(file: SourceFile, limits: Limits, use: (members: readonly Member[]) => Promise<T>): Promise<T>;
}

/** A document without those that it contains. */
export interface OwnProbe extends Omit<Probe, 'format'> {
  readonly hasMembers?: boolean;
}

/** The export of a format whose documents contain other documents. */
export interface ContainerReader {
  /** Opens the document for as long as it is used. Throws `Failure`. */
  open<T>(file: SourceFile, format: Format, limits: Limits, use: (container: Container) => Promise<T>): Promise<T>;
}

export function isContainerReader(reader: FormatReader | ContainerReader): reader is ContainerReader {
  return 'open' in reader;
}
