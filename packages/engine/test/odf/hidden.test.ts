import { expect, test } from 'vitest';
import { makeArchive } from '../../../../test/make/archive.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const NAMES = ['office', 'text', 'table', 'style', 'form', 'draw:drawing']
  .map((each) => each.split(':'))
  .map(([prefix, name = prefix]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

const read = async (body: string): Promise<string> => (await readBody(body)).markdown;

async function readBody(body: string): ReturnType<typeof readDocument> {
  const content = `<office:document-content ${NAMES} xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const file = makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': content,
    'styles.xml': '<office:document-styles/>',
  });
  return await readDocument(makeSource(file));
}

test('hidden sections are left out, also by a condition that holds', async () => {
  const section = (attributes: string): string =>
    `<text:p>a</text:p><text:section text:name="s" ${attributes}><text:p>b</text:p></text:section>`;
  expect(await read(section('text:display="none"'))).toBe('a\n');
  expect(await read(section('text:display="condition" text:condition="ooow:x==1" text:is-hidden="true"'))).toBe('a\n');
  expect(await read(section('text:display="condition" text:condition="ooow:x==1"'))).toBe('a\n\nb\n');
  expect(await read(section('text:display="true"'))).toBe('a\n\nb\n');
});

test('hidden paragraphs and texts are left out', async () => {
  const paragraph = (state: string): string =>
    `<text:p>a</text:p><text:p><text:hidden-paragraph text:is-hidden="${state}"/>b</text:p>`;
  expect(await read(paragraph('true'))).toBe('a\n');
  expect(await read(paragraph('false'))).toBe('a\n\nb\n');
  const inline = (state: string): string =>
    `<text:p>a<text:hidden-text text:string-value=" b" text:is-hidden="${state}"/></text:p>`;
  expect(await read(inline('true'))).toBe('a\n');
  expect(await read(inline('false'))).toBe('a b\n');
});

test.each([
  ['a section', '<text:section text:name="s" text:display="none"><text:p>b</text:p></text:section>'],
  ['a paragraph', '<text:p><text:hidden-paragraph text:is-hidden="true"/>b</text:p>'],
  ['a text', '<text:p><text:hidden-text text:string-value="b" text:is-hidden="true"/></text:p>'],
])('%s that is hidden is noted', async (_, hidden) => {
  const { summary } = await readBody(`<text:p>a</text:p>${hidden}`);
  expect(summary.warnings).toMatchObject([{ kind: 'hidden-text-left-out' }]);
});

test('ruby keeps its base, with the reading behind it', async () => {
  const ruby = '<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>';
  expect(await read(`<text:p>の${ruby}で</text:p>`)).toBe('の漢字(かんじ)で\n');
});

test('controls of forms show their values', async () => {
  const forms =
    '<office:forms><form:form><form:text xml:id="a" form:current-value="Ann"/><form:listbox xml:id="b"><form:option form:label="Red"/><form:option form:label="Blue" form:current-selected="true"/></form:listbox><form:checkbox xml:id="c" form:label="Yes"/></form:form></office:forms>';
  const control = (id: string): string => `<draw:control draw:control="${id}"/>`;
  expect(await read(`${forms}<text:p>x ${control('a')} ${control('b')} ${control('c')}</text:p>`)).toBe(
    'x Ann Blue ☐ Yes\n',
  );
});

test('form fields of Word show their values', async () => {
  const field = (type: string, params: string): string =>
    `<text:p>x <field:fieldmark field:type="vnd.oasis.opendocument.field.${type}">${params}</field:fieldmark></text:p>`;
  const param = (name: string, value: string): string => `<field:param field:name="${name}" field:value="${value}"/>`;
  expect(
    await read(
      field('FORMCHECKBOX', param('Checkbox_Checked', 'true')) +
        field(
          'FORMDROPDOWN',
          param('Dropdown_ListEntry', 'Low') + param('Dropdown_ListEntry', 'High') + param('Dropdown_Selected', '1'),
        ),
    ),
  ).toBe('x ☒\n\nx High\n');
});

test('texts of all kinds of shapes stand apart from their paragraph', async () => {
  expect(await read('<text:p>a<draw:caption><text:p>note</text:p></draw:caption></text:p>')).toBe('a\n\nnote\n');
});
