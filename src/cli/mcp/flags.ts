/** The flags of `scriptorium mcp`. */
export interface McpFlags {
  readonly folder?: readonly string[];
  readonly ocrLanguages?: readonly string[];
  readonly ocrDataDir?: string;
  readonly passwordFile?: string;
  readonly server?: string;
  readonly key?: string;
}
