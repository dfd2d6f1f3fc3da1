import type { Flow } from '../flow/flow.ts';

/** A document that lies in another one: an entry of an archive, or an attachment of a message. */
export interface Member {
  readonly name: string;
  readonly content: MemberContent;
}

/** Bytes of their own, or, for a message within a message of Outlook, a part of the same file. */
export type MemberContent = { save(path: string): Promise<void> } | { readonly inside: Container };

export function isInside(content: MemberContent): content is { readonly inside: Container } {
  return 'inside' in content;
}

/** A member as a list of contents names it. */
export interface Listed {
  readonly name: string;
  /** Why it is not converted. */
  readonly problem?: string;
}

/** A document that consists of others. */
export interface Container {
  /** In the order in which they are converted. */
  readonly members: readonly Member[];
  /** The level of the headings above the members. */
  readonly memberLevel: 1 | 2;
  /** True where the container has text of its own, which has pages of its own; a list of contents alone has none. */
  readonly hasText: boolean;
  /** Adds what stands before the members: a message, a list of contents. */
  begin(flow: Flow, contents: readonly Listed[]): Promise<void>;
}
