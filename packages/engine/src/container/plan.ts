import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detect } from '../detect.ts';
import { Failure, isFailure } from '../failure.ts';
import { createFlow } from '../flow/flow.ts';
import { isContainerReader } from '../format-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { FORMATS } from '../formats.ts';
import type { Format } from '../format.ts';
import type { Limits } from '../limits.ts';
import type { Probe, SourceFile } from '../source.ts';
import { isInside } from './container.ts';
import type { Container, Listed, Member } from './container.ts';
import { createNesting } from './read-nested.ts';

/** The rest of the limits that a document shares with all documents in it. */
interface Budget {
  members: number;
  bytes: number;
}

/** Where members are unpacked, how deep, and what they may take. */
export interface Nesting {
  readonly scratch: string;
  readonly depth: number;
  readonly budget: Budget;
}

/** Facts about a document before it is converted: the same for a probe and a conversion. */
export interface FilePlan extends Probe {
  readonly container?: ContainerPlan;
  /** The bytes that a container may expand to: what was left for all when it was planned. */
  readonly limits?: Limits;
}

export interface ContainerPlan {
  /** Pages of the container's own text, which come first. */
  readonly ownPages: number;
  readonly pages: number;
  /** One for each member. */
  readonly members: readonly MemberPlan[];
}

export interface MemberPlan {
  readonly name: string;
  readonly pages: number;
  readonly problem?: string;
  /** Undefined where there is a problem. */
  readonly format?: Format;
  readonly container?: ContainerPlan;
  readonly limits?: Limits;
}

export function startNesting(scratch: string, limits: Limits): Nesting {
  return { scratch, depth: 0, budget: { members: limits.members, bytes: limits.expandedBytes } };
}

/** Counts the pages of a file of this format, and does the same for every document within. Throws `Failure`. */
export async function planFile(file: SourceFile, limits: Limits, nesting: Nesting, format: Format): Promise<FilePlan> {
  // A picture within another document is one page: its frames are counted by native code only.
  if (nesting.depth > 0 && FORMATS[format].native) return { format, pages: 1, scanned: true };
  const reader = await FORMATS[format].load();
  if (!isContainerReader(reader)) {
    const { hasMembers, ...probed } = await reader.probe(file, format, limits);
    if (!hasMembers || !reader.members) return { format, ...probed };
    const container = await planAttached({ open: reader.members, ownPages: probed.pages }, file, limits, nesting);
    return { format, ...probed, pages: container.pages, container };
  }
  const left = { ...limits, expandedBytes: Math.max(1, nesting.budget.bytes) };
  const container = await reader.open(file, format, left, (opened) => planContainer(opened, limits, nesting));
  return { format, pages: container.pages, scanned: false, container, limits: left };
}

/** The plan of the documents that lie in one with pages of its own, which come first. Throws `Failure`. */
export function planAttached(
  { open, ownPages }: { readonly open: NonNullable<FormatReader['members']>; readonly ownPages: number },
  file: SourceFile,
  limits: Limits,
  nesting: Nesting,
): Promise<ContainerPlan> {
  const left = { ...limits, expandedBytes: Math.max(1, nesting.budget.bytes) };
  return open(file, left, async (opened) => {
    const { members, pages } = await planMembers(opened, limits, nesting);
    return { ownPages, pages: ownPages + pages, members };
  });
}

interface MembersPlan {
  readonly members: readonly MemberPlan[];
  readonly pages: number;
  /** The first that cannot be converted. */
  readonly failure: Failure | undefined;
}

async function planMembers(opened: readonly Member[], limits: Limits, nesting: Nesting): Promise<MembersPlan> {
  const members: MemberPlan[] = [];
  let failure: Failure | undefined;
  for (const member of opened) {
    try {
      members.push(await planMember(member, limits, { ...nesting, depth: nesting.depth + 1 }));
    } catch (error) {
      if (!isFailure(error)) throw error;
      failure ??= error;
      members.push({ name: member.name, pages: 0, problem: error.message });
    }
  }
  return { members, pages: members.reduce((sum, member) => sum + member.pages, 0), failure };
}

async function planContainer(container: Container, limits: Limits, nesting: Nesting): Promise<ContainerPlan> {
  const { members, pages, failure } = await planMembers(container.members, limits, nesting);
  if (container.hasText) {
    const ownPages = await countOwnPages(container, members, limits);
    return { ownPages, pages: ownPages + pages, members };
  }
  if (pages === 0)
    throw members.length === 1 && failure
      ? failure
      : new Failure('unsupported_format', 'The archive contains no document that can be converted.');
  return { ownPages: 0, pages, members };
}

async function countOwnPages(container: Container, contents: readonly Listed[], limits: Limits): Promise<number> {
  const { flow, end } = createFlow({
    limits,
    includeImages: false,
    range: undefined,
    sink: undefined,
    ownPages: false,
  });
  await container.begin(flow, contents);
  return (await end()).pages;
}

async function planMember(member: Member, limits: Limits, nesting: Nesting): Promise<MemberPlan> {
  const { name, content } = member;
  if (nesting.depth > limits.memberDepth)
    throw new Failure('limit_exceeded', `It is nested deeper than ${limits.memberDepth} documents.`);
  if (nesting.budget.members-- <= 0)
    throw new Failure('limit_exceeded', `The document contains more than ${limits.members} documents.`);
  // Only messages of Outlook hold others as parts of the same file.
  if (isInside(content)) {
    const container = await planContainer(content.inside, limits, nesting);
    return { name, pages: container.pages, format: 'msg', container };
  }
  return await withSaved(member, nesting, async (file) => {
    nesting.budget.bytes -= file.bytes;
    if (nesting.budget.bytes < 0)
      throw new Failure('limit_exceeded', `The document expands to more than ${limits.expandedBytes} bytes.`);
    return { name, ...(await planFile(file, limits, nesting, await detect(file))) };
  });
}

/** Unpacks a member for as long as it is used. */
export async function withSaved<T>(
  { name, content }: Member,
  { scratch, depth }: Nesting,
  use: (file: SourceFile) => Promise<T>,
): Promise<T> {
  if (isInside(content)) throw new Error('A part of a file is not saved');
  const path = join(scratch, `member-${depth}`);
  try {
    // It is made for the first: most documents that may have members have none.
    await mkdir(scratch, { recursive: true });
    await content.save(path);
    return await use({ path, bytes: (await stat(path)).size, fileName: name, nesting: createNesting(scratch, depth) });
  } finally {
    await rm(path, { force: true });
  }
}
