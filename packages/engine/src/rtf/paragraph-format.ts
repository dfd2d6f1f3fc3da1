/** Properties of a paragraph, which end with the group that sets them. */
export interface ParagraphFormat {
  style: number;
  outline: number | undefined;
  /** Number of the list override, 0 for none. */
  list: number;
  level: number;
  /** Depth of the table that the paragraph stands in, 0 for none. */
  tableDepth: number;
  indent: number;
  firstIndent: number;
}

export const PLAIN_PARAGRAPH: ParagraphFormat = {
  style: 0,
  outline: undefined,
  list: 0,
  level: 0,
  tableDepth: 0,
  indent: 0,
  firstIndent: 0,
};
