import type { OcrMode, Output } from '../../resource/choices.ts';
import type { PageRange } from '../../resource/ranges.ts';
import type { ColorMode } from './colors.ts';
import type { DocumentProgress, DocumentResult } from './document-result.ts';
import type { Input } from './inputs.ts';
import type { LinkStyle } from './notes.ts';
import type { Format, Target } from './outputs.ts';

/** The flags of `scriptorium convert`. */
export interface ConvertFlags {
  readonly output?: string;
  readonly directory?: string;
  readonly images: boolean;
  readonly emphasis: boolean;
  readonly password: boolean;
  readonly passwordFile?: string;
  readonly wholePage: boolean;
  readonly pageMarkers: boolean;
  readonly outputs?: readonly Output[];
  readonly chunkSize?: number;
  readonly converterClass?: string;
  readonly skipExisting: boolean;
  readonly force: boolean;
  readonly exclude: readonly string[];
  readonly dryRun: boolean;
  readonly watch: boolean;
  readonly quiet: boolean;
  readonly color: ColorMode;
  readonly frontMatter: boolean;
  readonly assets?: string;
  readonly links: LinkStyle;
  readonly format: Format;
  readonly pages?: PageRange;
  readonly processes?: number;
  readonly ocr?: OcrMode;
  readonly ocrLanguages?: readonly string[];
  readonly ocrDataDir?: string;
  readonly verbose: boolean;
  readonly json: boolean;
  readonly server?: string;
  readonly key?: string;
}

/** The flags of a conversion itself, on this machine or through a server. */
export interface ConversionFlags extends Partial<
  Pick<
    ConvertFlags,
    | 'pages'
    | 'images'
    | 'ocr'
    | 'ocrLanguages'
    | 'emphasis'
    | 'pageMarkers'
    | 'outputs'
    | 'chunkSize'
    | 'converterClass'
  >
> {
  /** The password that the flags led to. */
  readonly given?: string | undefined;
}

/** One document to convert. */
export interface Conversion {
  readonly input: Input;
  /** The lowest is converted first. */
  readonly order: number;
  /** Where the results are left: empty, or not there yet. */
  readonly folder: string;
  readonly target: Target;
  readonly progress: DocumentProgress;
}

/** Converts documents on this machine, or through a server. */
export interface Converter {
  /** How many documents to have at work at once. */
  readonly atOnce: number;
  convert(conversion: Conversion): Promise<DocumentResult>;
  close(): Promise<void>;
}
