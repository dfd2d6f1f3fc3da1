import { join } from 'node:path';
import type { Block } from '../document.ts';
import { Failure, isFailure } from '../failure.ts';
import { createFlow } from '../flow/flow.ts';
import { isContainerReader } from '../format-reader.ts';
import type { FormatReader } from '../format-reader.ts';
import { FORMATS } from '../formats.ts';
import type { Format } from '../format.ts';
import { mergePages } from '../merge.ts';
import type { ConvertOptions } from '../options.ts';
import type { PartSink, PartSummary } from '../part.ts';
import type { PageRange, PlannedMembers, Source, SourceFile } from '../source.ts';
import type { Warning } from '../warning.ts';
import { adoptBlock, adoptName } from './adopt.ts';
import type { Adoption } from './adopt.ts';
import { isInside } from './container.ts';
import type { Container, Member } from './container.ts';
import { createPageQueue } from './page-queue.ts';
import type { PageQueue } from './page-queue.ts';
import { planAttached, withSaved } from './plan.ts';
import type { ContainerPlan, FilePlan, MemberPlan, Nesting } from './plan.ts';
import { createSpill } from './spill.ts';

/** How documents are converted, and where what is made of them goes. */
export interface Conversion {
  readonly options: ConvertOptions;
  readonly sink: PartSink;
  readonly nesting: Nesting;
}

/** Converts a range of a document as its plan says. Throws `Failure`. */
export async function convertFile(
  file: SourceFile,
  plan: Pick<FilePlan, 'format' | 'container' | 'limits'>,
  range: PageRange | undefined,
  conversion: Conversion,
): Promise<PartSummary | 'needs-native'> {
  const { options } = conversion;
  const { format } = plan;
  if (FORMATS[format].native && options.native === 'refuse') return 'needs-native';
  const reader = await FORMATS[format].load();
  if (!isContainerReader(reader)) return await convertWithMembers(reader, { file, format, range }, plan, conversion);
  return await reader.open(file, format, plan.limits ?? options.limits, (container) =>
    convertContainer({ container, plan: plan.container!, format }, range, conversion),
  );
}

/** Converts a document, and then the documents that lie in it. */
async function convertWithMembers(
  reader: FormatReader,
  source: Source,
  known: Pick<FilePlan, 'container'>,
  conversion: Conversion,
): Promise<PartSummary | 'needs-native'> {
  const { options, sink, nesting } = conversion;
  const open = reader.members;
  if (!open) return await reader.read(source, options, sink);
  let plan = known.container;
  const planMembers = async (ownPages: number): Promise<PlannedMembers> => {
    plan ??= await planAttached({ open, ownPages }, source.file, options.limits, nesting);
    return {
      pages: plan.pages,
      skipped: plan.members.flatMap(({ name, problem }) => (problem ? [{ name, problem }] : [])),
    };
  };
  const own = await reader.read({ ...source, planMembers }, options, sink);
  if (own === 'needs-native' || !plan || own.range.end <= plan.ownPages) return own;
  const { ownPages, members: plans } = plan;
  return await open(source.file, options.limits, async (members) => {
    const opened = { members, plans: plans.map(withoutProblem), memberLevel: 2 } as const;
    const added = await convertMembers(opened, { wanted: own.range, before: ownPages, lead: [] }, conversion);
    if (added === 'needs-native') return added;
    return { ...own, warnings: [...own.warnings, ...added.warnings], ocrPages: own.ocrPages + added.ocrPages };
  });
}

/** The reader has already warned of members that are not converted. */
const withoutProblem = ({ name, pages, format, container, limits }: MemberPlan): MemberPlan => ({
  name,
  pages,
  ...(format && { format }),
  ...(container && { container }),
  ...(limits && { limits }),
});

interface Opened {
  readonly container: Container;
  readonly plan: ContainerPlan;
  readonly format: Format;
}

/**
 * Converts a container: its own text, then each member as it would be converted alone, on pages of its own and below a
 * heading with its name. What is wrong with a member is a warning.
 */
async function convertContainer(
  { container, plan, format }: Opened,
  range: PageRange | undefined,
  conversion: Conversion,
): Promise<PartSummary | 'needs-native'> {
  if (range && range.start > plan.pages)
    throw new Failure(
      'start_page_out_of_range',
      `The document has ${plan.pages} ${plan.pages === 1 ? 'page' : 'pages'}; page ${range.start} was requested.`,
    );
  const wanted = { start: range?.start ?? 1, end: Math.min(range?.end ?? plan.pages, plan.pages) };
  const begun = await beginContainer(container, plan, wanted, conversion);
  const { members, memberLevel } = container;
  const converted = await convertMembers(
    { members, memberLevel, plans: plan.members },
    { wanted, before: plan.ownPages, lead: begun.lead },
    conversion,
  );
  if (converted === 'needs-native') return converted;
  const { ocrPages } = converted;
  return { format, range: wanted, pages: plan.pages, ocrPages, warnings: [...begun.warnings, ...converted.warnings] };
}

interface OpenedMembers extends Pick<Container, 'members' | 'memberLevel'> {
  /** One for each. */
  readonly plans: readonly MemberPlan[];
}

interface Beginning {
  /** Pages of the whole that are wanted. */
  readonly wanted: PageRange;
  /** Pages before the first member's. */
  readonly before: number;
  /** Blocks above the heading of the first. */
  readonly lead: readonly Block[];
}

async function convertMembers(
  { members, plans, memberLevel }: OpenedMembers,
  { wanted, before: ownPages, lead: begun }: Beginning,
  conversion: Conversion,
): Promise<MemberResult | 'needs-native'> {
  const { nesting } = conversion;
  const warnings: Warning[] = [];
  let lead = begun;
  let ocrPages = 0;
  let before = ownPages;
  for (const [n, member] of members.entries()) {
    const known = plans[n]!;
    if (known.problem !== undefined) warnings.push(skipped(member, known.problem));
    const own = { start: Math.max(1, wanted.start - before), end: Math.min(known.pages, wanted.end - before) };
    if (own.start <= own.end) {
      const result = await convertMember(
        { member, known, own, before, lead, level: memberLevel, prefix: `${n + 1}-` },
        { ...conversion, nesting: { ...nesting, depth: nesting.depth + 1 } },
      );
      if (result === 'needs-native') return result;
      warnings.push(...result.warnings.map((warning) => ofMember(warning, member, before)));
      ocrPages += result.ocrPages;
    }
    if (known.pages > 0) lead = [];
    before += known.pages;
  }
  return { warnings, ocrPages };
}

/** Writes what stands before the members. Where it has no pages of its own, it leads the first member's. */
async function beginContainer(
  container: Container,
  plan: ContainerPlan,
  wanted: PageRange,
  { options, sink }: Conversion,
): Promise<{ readonly lead: readonly Block[]; readonly warnings: readonly Warning[] }> {
  const lead: Block[] = [];
  const { flow, end } = createFlow({
    limits: options.limits,
    includeImages: options.includeImages,
    range: container.hasText ? wanted : undefined,
    sink: container.hasText
      ? sink
      : {
          page: async (page) => void (page.kind === 'flow' && lead.push(...page.blocks)),
          asset: (asset) => sink.asset(asset),
        },
    ownPages: false,
  });
  await container.begin(flow, plan.members);
  const { warnings } = await end();
  return { lead, warnings };
}

interface MemberTask {
  readonly member: Member;
  readonly known: MemberPlan;
  /** Its pages that are wanted, from 1. */
  readonly own: PageRange;
  /** Pages of the container before it. */
  readonly before: number;
  /** Blocks above its heading. */
  readonly lead: readonly Block[];
  readonly level: 1 | 2;
  readonly prefix: string;
}

interface MemberResult {
  readonly warnings: readonly Warning[];
  readonly ocrPages: number;
}

async function convertMember(task: MemberTask, conversion: Conversion): Promise<MemberResult | 'needs-native'> {
  const { member, own, before, lead, level } = task;
  const heading: Block = { kind: 'heading', level, content: [{ kind: 'text', text: member.name }] };
  const queue = createPageQueue(conversion.sink, own, before);
  if (own.start === 1) await queue.add(1, [...lead, heading]);
  let result: MemberResult | 'needs-native';
  try {
    result = await convertContent(task, queue, conversion);
  } catch (error) {
    if (!isFailure(error)) throw error;
    result = { warnings: [{ kind: 'member-skipped', count: 1, detail: error.message }], ocrPages: 0 };
  }
  if (result !== 'needs-native') await queue.end();
  return result;
}

async function convertContent(
  { member, known, own, before, level, prefix }: MemberTask,
  queue: PageQueue,
  { options, sink, nesting }: Conversion,
): Promise<MemberResult | 'needs-native'> {
  const stated: Adoption = { levels: level, prefix, inferred: false, before, pages: own.end };
  const spill = await createSpill(join(nesting.scratch, `pages-${nesting.depth}`));
  let isLayout = false;
  const inner: Conversion = {
    options,
    nesting,
    sink: {
      async page(page) {
        // Members after pages that are laid out wait for these to be merged.
        if (isLayout || page.kind === 'layout') {
          isLayout = true;
          await spill.add(page);
        } else
          await queue.add(
            page.page,
            page.blocks.map((block) => adoptBlock(block, stated)),
            page.look,
          );
      },
      asset: (asset) => sink.asset({ ...asset, name: adoptName(asset.name, prefix), page: before + asset.page }),
    },
  };
  try {
    const summary = await convertPlanned(member, known, own, inner);
    if (summary === 'needs-native' || !isLayout) return summary;
    const warnings: Warning[] = [];
    const inferred: Adoption = { ...stated, inferred: true };
    for await (const { page, look, blocks } of mergePages(
      [{ summary, pages: () => spill.pages() }],
      warnings,
      options.emphasis,
    ))
      await queue.add(
        page ?? own.end,
        blocks.map((block) => adoptBlock(block, inferred)),
        look,
      );
    return { warnings, ocrPages: Math.min(summary.ocrPages, known.pages) };
  } finally {
    await spill.close();
  }
}

async function convertPlanned(
  member: Member,
  known: MemberPlan,
  own: PageRange,
  conversion: Conversion,
): Promise<PartSummary | 'needs-native'> {
  const { content } = member;
  const format = known.format!;
  if (isInside(content))
    return await convertContainer({ container: content.inside, plan: known.container!, format }, own, conversion);
  return await withSaved(member, conversion.nesting, (file) =>
    // All frames of a picture are the one page that it counts for.
    convertFile(file, { ...known, format }, FORMATS[format].native ? undefined : own, conversion),
  );
}

function skipped(member: Member, problem: string): Warning {
  return { kind: 'member-skipped', count: 1, detail: `${member.name}: ${problem}` };
}

function ofMember({ detail, page, ...warning }: Warning, { name }: Member, before: number): Warning {
  return {
    ...warning,
    ...(page === undefined ? {} : { page: before + page }),
    detail: detail === undefined ? name : `${name}: ${detail}`,
  };
}
